import type { Cloth } from "../../../cloth/index.js";
import { Attached, type TopologyEdit } from "../../../mesh/index.js";
import { ROW_LENGTH } from "./aggregation.js";
import type { CoarseLevel } from "./coarse-levels.js";
import type { Views } from "./layout.js";

/** Smaller differences of weights are rounding errors. */
const MIN_WEIGHT = 1e-6;

/**
 * How the nodes of the first coarse level move the particles. Tears need no new hierarchy: the copy of a particle has the
 * row of weights of its original. Pinned and constrained particles do not move with coarse nodes.
 */
export class ParticleWeights {
  readonly #level: CoarseLevel;
  /** The particle at the start whose row of weights a particle has. */
  readonly #sources: Attached<Int32Array>;
  /** 1: the particle is pinned, or on an axis or plane. */
  readonly #fixed: Attached<Uint8Array>;
  // A merged row of weights.
  readonly #nodes = new Int32Array(2 * ROW_LENGTH);
  readonly #weights = new Float64Array(2 * ROW_LENGTH);

  constructor({ mesh, particles }: Cloth, level: CoarseLevel) {
    this.#level = level;
    this.#sources = new Attached(mesh, "vertex", Int32Array);
    for (let p = 0; p < particles.count; p++) this.#sources.values[p] = p;
    this.#fixed = new Attached(mesh, "vertex", Uint8Array);
  }

  replay(edit: TopologyEdit): void {
    this.#sources.replay(edit);
    this.#fixed.replay(edit);
  }

  /** Fixes or releases a particle. Returns true if that is a change. */
  fix(particle: number, isFixed: boolean): boolean {
    const flag = isFixed ? 1 : 0;
    const hasChanged = this.#fixed.values[particle] !== flag;
    this.#fixed.values[particle] = flag;
    return hasChanged;
  }

  /** Writes the row of weights of a particle: pairs of the offset of a node and a weight. */
  writeRow({ words, floats }: Views, particle: number, address: number): void {
    const { nodes, weights } = this.#level.transfer;
    const source = ROW_LENGTH * this.#sources.values[particle]!;
    const isFixed = this.#fixed.values[particle] === 1;
    for (let i = 0; i < ROW_LENGTH; i++) {
      words[address / 4 + 2 * i] = 16 * nodes[source + i]!;
      floats[address / 4 + 2 * i + 1] = isFixed ? 0 : weights[source + i]!;
    }
  }

  /** Number of pairs of nodes that a spring between two particles at the start couples, if both are free. */
  pairCount(a: number, b: number): number {
    const count = this.#addRow(b, -1, this.#addRow(a, 1, 0));
    return (count * (count + 1)) / 2;
  }

  /** Writes what a particle adds to the blocks of the coarse level. Returns the end. */
  writeParticle(views: Views, particle: number, start: number, capacity: number): number {
    return this.#writePairs(views, this.#addFreeRow(particle, 1, 0), start, capacity);
  }

  /** Writes what a spring adds to the blocks of the coarse level. Returns the end. */
  writeSpring(views: Views, a: number, b: number, start: number, capacity: number): number {
    const count = this.#addFreeRow(b, -1, this.#addFreeRow(a, 1, 0));
    return this.#writePairs(views, count, start, capacity);
  }

  #addFreeRow(particle: number, sign: number, count: number): number {
    if (this.#fixed.values[particle] === 1) return count;
    return this.#addRow(this.#sources.values[particle]!, sign, count);
  }

  #addRow(source: number, sign: number, count: number): number {
    const { nodes, weights } = this.#level.transfer;
    for (let i = ROW_LENGTH * source; i < ROW_LENGTH * (source + 1); i++) {
      if (weights[i] === 0) break;
      let at = 0;
      while (at < count && this.#nodes[at] !== nodes[i]) at++;
      if (at === count) {
        this.#nodes[count] = nodes[i]!;
        this.#weights[count++] = 0;
      }
      this.#weights[at]! += sign * weights[i]!;
    }
    return count;
  }

  /** Address of the blocks of the first coarse level. */
  blocks = 0;

  /**
   * Writes the products of the weights of all pairs of nodes. A spring between nodes that were not coupled at the start
   * adds nothing: the coarse level only guides the solution.
   */
  #writePairs({ words, floats }: Views, count: number, start: number, capacity: number): number {
    const { couplings } = this.#level;
    let at = start / 4;
    for (let i = 0; i < count; i++) {
      if (Math.abs(this.#weights[i]!) < MIN_WEIGHT) continue;
      for (let j = i; j < count; j++) {
        if (Math.abs(this.#weights[j]!) < MIN_WEIGHT) continue;
        const block = couplings.blockOf(this.#nodes[i]!, this.#nodes[j]!);
        if (block === -1 || at - start / 4 === 2 * capacity) return start;
        words[at] = this.blocks + 32 * block;
        floats[at + 1] = this.#weights[i]! * this.#weights[j]!;
        at += 2;
      }
    }
    return 4 * at;
  }
}
