import type { ClothMesh } from "tatter/three";
import type { Vector3 } from "three";
import type { ClothParticle, Stats, Report } from "../simulation/messages.js";
import type { SolidsFrame } from "../simulation/solids-frame.js";
import type { Stage } from "../stage/stage.js";
import { Views, type ViewsOptions } from "./views.js";

/** The latest cloths and solids that the simulation reported, and their meshes. */
export class SceneView {
  readonly views: Views;
  readonly #stage: Stage;
  #solids: SolidsFrame | null = null;
  #stats: Stats | null = null;
  /** True if something has changed since the latest update. */
  #isStale = false;

  constructor(stage: Stage, options: Omit<ViewsOptions, "stage" | "redraw">) {
    this.#stage = stage;
    this.views = new Views({ ...options, stage, redraw: () => (this.#isStale = true) });
  }

  /** Meshes of the cloths, in the order of the scene. None before the first scene. */
  get meshes(): readonly ClothMesh[] {
    return this.views.pictures.map(({ mesh }) => mesh);
  }

  /** Positions of the particles of all cloths, one cloth after the other, m. The array may be longer. */
  get positions(): ArrayLike<number> {
    const cloths = this.views.pictures.map(({ cloth }) => cloth);
    if (cloths.length === 1) return cloths[0]!.positions;
    return cloths.flatMap(({ positions, count }) => Array.from(positions.subarray(0, 3 * count)));
  }

  /** The pinned particles. */
  get pinned(): readonly ClothParticle[] {
    return this.views.pictures.flatMap(({ pinned }, cloth) =>
      pinned.map((particle) => ({ cloth, particle })),
    );
  }

  /** Copies the position of a particle to a vector. */
  placeOf({ cloth, particle }: ClothParticle, into: Vector3): Vector3 {
    return into.fromArray(this.views.pictures[cloth]!.cloth.positions, 3 * particle);
  }

  /** The latest stats. Null before the first scene. */
  get stats(): Stats | null {
    return this.#stats;
  }

  /**
   * Takes over a report.
   *
   * @returns Buffers that are not needed any more, one per cloth.
   */
  follow(report: Extract<Report, { type: "cloths" | "frame" }>): Float32Array[] {
    this.#stats = report.stats;
    this.#solids = report.solids;
    this.#isStale = true;
    return this.views.follow(report);
  }

  /** Updates the meshes. Returns false if nothing has changed. */
  update(): boolean {
    if (!this.#isStale || this.#solids === null) return false;
    this.#stage.solids.show(this.#solids);
    this.views.update();
    this.#isStale = false;
    this.#stage.redraw();
    return true;
  }

  /** Updates the materials. Call it before each draw. */
  updateMaterials(): void {
    this.views.applyMaterials();
  }
}
