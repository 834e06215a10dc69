import type { World } from "../sim/index.js";

/** Edges of cloth that passed through triangles in the course of a run. */
export interface CrossingReport {
  /** At the start of the first step; absent if a run was resumed. */
  startCrossings: number;
  /** At the start of the worst step; absent if a run was resumed. */
  worstCrossings: number;
}

/** Watches the crossings of a run. The world itself keeps only those of the latest step. */
export class CrossingWatch {
  readonly #world: World;
  /** Crossings of the first step are those of the start; null: they were before the watch. */
  #start: number | null = null;
  #worst = 0;

  /** Create it before the first step. */
  constructor(world: World) {
    this.#world = world;
  }

  /** Call it after each step. */
  stepped(): void {
    const { steps, crossings } = this.#world.stats;
    if (steps === 1) this.#start = crossings;
    this.#worst = Math.max(this.#worst, crossings);
  }

  /** Null: it has not seen all steps. */
  get report(): CrossingReport | null {
    if (this.#start === null) return null;
    return { startCrossings: this.#start, worstCrossings: this.#worst };
  }
}
