import type { ClothMesh } from "tatter/three";
import type { Stats, Report } from "../simulation/messages.js";
import type { SolidsFrame } from "../simulation/solids-frame.js";
import { hangUp, ClothView } from "../stage/cloth-view.js";
import type { Stage } from "../stage/stage.js";
import { Views, type ViewsOptions } from "./views.js";

/** The latest cloth and solids that the simulation reported, and what the page draws of them. */
export class Picture {
  readonly views: Views;
  readonly #stage: Stage;
  #cloth: ClothView | null = null;
  #mesh: ClothMesh | null = null;
  #solids: SolidsFrame | null = null;
  #pinned: readonly number[] = [];
  #figures: Stats | null = null;
  /** Something has changed since the latest update. */
  #isStale = false;

  constructor(stage: Stage, options: Omit<ViewsOptions, "stage" | "redraw">) {
    this.#stage = stage;
    this.views = new Views({ ...options, stage, redraw: () => (this.#isStale = true) });
  }

  /** Null before the first cloth. */
  get mesh(): ClothMesh | null {
    return this.#mesh;
  }

  /** Of all particles, m; there may be more room than particles. */
  get positions(): ArrayLike<number> {
    return this.#cloth?.positions ?? [];
  }

  /** The particles that are pinned. */
  get pinned(): readonly number[] {
    return this.#pinned;
  }

  /** Null before the first cloth. */
  get figures(): Stats | null {
    return this.#figures;
  }

  /**
   * Takes over a report.
   *
   * @returns A buffer that is not needed any more.
   */
  follow(report: Extract<Report, { type: "cloth" | "frame" }>): Float32Array | null {
    this.#pinned = report.pinned;
    this.#figures = report.figures;
    this.#solids = report.solids;
    this.#isStale = true;
    this.views.follow(report);
    if (report.type === "frame") return this.#cloth?.follow(report) ?? null;
    this.#cloth = new ClothView(report);
    this.#mesh ??= hangUp(this.#stage, this.#cloth, this.views.material);
    return null;
  }

  /** Updates what is drawn. False: nothing has changed. */
  update(): boolean {
    if (!this.#isStale || this.#cloth === null) return false;
    if (this.#solids !== null) this.#stage.solids.show(this.#solids);
    if (this.#mesh !== null) this.views.update(this.#cloth, this.#mesh);
    this.#isStale = false;
    this.#stage.redraw();
    return true;
  }

  /** To be called before each drawing. */
  dress(): void {
    if (this.#mesh !== null) this.views.dress(this.#mesh);
  }
}
