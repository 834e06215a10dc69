import type { ClothMesh } from "tatter/three";
import type { Stats, Report } from "../simulation/messages.js";
import type { SolidsFrame } from "../simulation/solids-frame.js";
import { addClothMesh, ClothView } from "../stage/cloth-view.js";
import type { Stage } from "../stage/stage.js";
import { Views, type ViewsOptions } from "./views.js";

/** The latest cloth and solids that the simulation reported, and their meshes. */
export class SceneView {
  readonly views: Views;
  readonly #stage: Stage;
  #cloth: ClothView | null = null;
  #mesh: ClothMesh | null = null;
  #solids: SolidsFrame | null = null;
  #pinned: readonly number[] = [];
  #stats: Stats | null = null;
  /** True if something has changed since the latest update. */
  #isStale = false;

  constructor(stage: Stage, options: Omit<ViewsOptions, "stage" | "redraw">) {
    this.#stage = stage;
    this.views = new Views({ ...options, stage, redraw: () => (this.#isStale = true) });
  }

  /** Null before the first cloth. */
  get mesh(): ClothMesh | null {
    return this.#mesh;
  }

  /** Positions of all particles, m. The array may be longer. */
  get positions(): ArrayLike<number> {
    return this.#cloth?.positions ?? [];
  }

  /** The pinned particles. */
  get pinned(): readonly number[] {
    return this.#pinned;
  }

  /** The latest stats. Null before the first cloth. */
  get stats(): Stats | null {
    return this.#stats;
  }

  /**
   * Takes over a report.
   *
   * @returns A buffer that is not needed any more.
   */
  follow(report: Extract<Report, { type: "cloth" | "frame" }>): Float32Array | null {
    this.#pinned = report.pinned;
    this.#stats = report.stats;
    this.#solids = report.solids;
    this.#isStale = true;
    this.views.follow(report);
    if (report.type === "frame") return this.#cloth?.follow(report) ?? null;
    this.#cloth = new ClothView(report);
    this.#mesh ??= addClothMesh(this.#stage, this.#cloth, this.views.material);
    return null;
  }

  /** Updates the meshes. Returns false if nothing has changed. */
  update(): boolean {
    if (!this.#isStale || this.#cloth === null) return false;
    if (this.#solids !== null) this.#stage.solids.show(this.#solids);
    if (this.#mesh !== null) this.views.update(this.#cloth, this.#mesh);
    this.#isStale = false;
    this.#stage.redraw();
    return true;
  }

  /** Updates the material. Call it before each draw. */
  updateMaterial(): void {
    if (this.#mesh !== null) this.views.applyMaterial(this.#mesh);
  }
}
