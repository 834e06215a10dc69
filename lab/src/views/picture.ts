import type { ClothMesh } from "tatter/three";
import type { Figures, Report } from "../simulation/messages.js";
import type { SolidsFrame } from "../simulation/solids-frame.js";
import { hangUp, ShownCloth } from "../stage/shown-cloth.js";
import type { Stage } from "../stage/stage.js";
import { Views, type ViewsOptions } from "./views.js";

/** The cloth and what is around it, as the simulation told of them last, and how they get into the picture. */
export class Picture {
  readonly views: Views;
  readonly #stage: Stage;
  #cloth: ShownCloth | null = null;
  #mesh: ClothMesh | null = null;
  #solids: SolidsFrame | null = null;
  #pinned: readonly number[] = [];
  #figures: Figures | null = null;
  /** Something was told that is not in the picture yet. */
  #isStale = false;

  constructor(stage: Stage, options: Omit<ViewsOptions, "stage" | "redraw">) {
    this.#stage = stage;
    this.views = new Views({ ...options, stage, redraw: () => (this.#isStale = true) });
  }

  /** Null: there is no cloth yet. */
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

  /** Null before there is a cloth. */
  get figures(): Figures | null {
    return this.#figures;
  }

  /**
   * Takes a message of the simulation.
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
    this.#cloth = new ShownCloth(report);
    this.#mesh ??= hangUp(this.#stage, this.#cloth, this.views.material);
    return null;
  }

  /** Puts all that is new into the picture. False: nothing is. */
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
