import type { Cloth, Elements } from "../../../cloth/index.js";
import { Attached, type TopologyEdit } from "../../../mesh/index.js";
import { ROW_LENGTH } from "./aggregation.js";
import type { CoarseLevel } from "./coarse-levels.js";
import type { Views } from "./layout.js";

/** Smaller sums of weights are rounding errors, as a fraction of the largest factor. */
const MIN_WEIGHT = 1e-6;
/** Maximum number of particles of an element. */
const MAX_PARTICLES = 4;

/**
 * How the nodes of the first coarse level move the particles. Tears need no new hierarchy: the copy of a particle has the
 * row of weights of its original. Pinned and constrained particles do not move with coarse nodes.
 */
export class ParticleWeights {
  readonly #level: CoarseLevel;
  /** Particles at the start. */
  readonly #startCount: number;
  /** The particle at the start whose row of weights a particle has. */
  readonly #sources: Attached<Int32Array>;
  /** 1: the particle is pinned, or on an axis or plane. */
  readonly #fixed: Attached<Uint8Array>;
  /** One or two factors per particle of the element to write. */
  readonly factors = new Float64Array(2 * MAX_PARTICLES);
  // A merged row of weights: nodes, and one or two weights each.
  readonly #nodes = new Int32Array(MAX_PARTICLES * ROW_LENGTH);
  readonly #weights = new Float64Array(2 * MAX_PARTICLES * ROW_LENGTH);
  #count = 0;

  constructor({ mesh, particles }: Cloth, level: CoarseLevel) {
    this.#level = level;
    this.#startCount = particles.count;
    this.#sources = new Attached(mesh, "vertex", Int32Array);
    for (let p = 0; p < particles.count; p++) this.#sources.values[p] = p;
    this.#fixed = new Attached(mesh, "vertex", Uint8Array);
  }

  replay(edit: TopologyEdit): void {
    this.#sources.replay(edit);
    this.#fixed.replay(edit);
    if (edit.type === "separate-edge" || edit.newVertex >= this.#startCount) return;
    this.#sources.values[edit.newVertex] = edit.newVertex; // an edit of the start was undone and made again
  }

  /** Frees its arrays from the mesh. */
  detach(): void {
    this.#sources.detach();
    this.#fixed.detach();
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

  /** Number of pairs of nodes that an element at the start couples, if all its particles are free. */
  pairCount({ particles, size }: Elements, slot: number): number {
    this.#count = 0;
    this.factors.fill(0);
    for (let n = 0; n < size; n++) this.#addRow(particles[size * slot + n]!, n, 1);
    return (this.#count * (this.#count + 1)) / 2;
  }

  /** Writes what a particle adds to the blocks of the coarse level. Returns the end. */
  writeParticle(views: Views, particle: number, start: number, capacity: number): number {
    this.#count = 0;
    this.factors[0] = 1;
    if (this.#fixed.values[particle] === 0) this.#addRow(this.#sources.values[particle]!, 0, 1);
    return this.#writePairs(views, 1, start, capacity);
  }

  /** Writes what an element adds to the blocks of the coarse level, by its `factors`. Returns the end. */
  writeElement(
    views: Views,
    { particles, size }: Elements,
    slot: number,
    start: number,
    capacity: number,
  ): number {
    this.#count = 0;
    const width = size === 3 ? 2 : 1;
    for (let n = 0; n < size; n++) {
      const particle = particles[size * slot + n]!;
      if (this.#fixed.values[particle] === 0)
        this.#addRow(this.#sources.values[particle]!, n, width);
    }
    return width === 1
      ? this.#writePairs(views, size, start, capacity)
      : this.#writeTrianglePairs(views, start, capacity);
  }

  /** Adds the row of weights of a particle at the start, times its one or two factors. */
  #addRow(source: number, index: number, width: number): void {
    const { nodes, weights } = this.#level.transfer;
    for (let i = ROW_LENGTH * source; i < ROW_LENGTH * (source + 1); i++) {
      if (weights[i] === 0) break;
      let at = 0;
      while (at < this.#count && this.#nodes[at] !== nodes[i]) at++;
      if (at === this.#count) {
        this.#nodes[at] = nodes[i]!;
        for (let k = 0; k < width; k++) this.#weights[width * at + k] = 0;
        this.#count++;
      }
      for (let k = 0; k < width; k++) {
        this.#weights[width * at + k]! += this.factors[width * index + k]! * weights[i]!;
      }
    }
  }

  /** Address of the blocks of the first coarse level. */
  blocks = 0;

  /**
   * Writes the products of the weights of all pairs of nodes. An element between nodes that were not coupled at the start
   * adds nothing: the coarse level only guides the solution.
   *
   * @param size Number of factors.
   */
  #writePairs({ words, floats }: Views, size: number, start: number, capacity: number): number {
    const { couplings } = this.#level;
    const weights = this.#weights;
    let min = 0;
    for (let n = 0; n < size; n++) min = Math.max(min, MIN_WEIGHT * Math.abs(this.factors[n]!));
    let at = start / 4;
    for (let i = 0; i < this.#count; i++) {
      if (Math.abs(weights[i]!) < min) continue;
      for (let j = i; j < this.#count; j++) {
        if (Math.abs(weights[j]!) < min) continue;
        const block = couplings.blockOf(this.#nodes[i]!, this.#nodes[j]!);
        if (block === -1 || at - start / 4 === 2 * capacity) return start;
        words[at] = this.blocks + 32 * block;
        floats[at + 1] = weights[i]! * weights[j]!;
        at += 2;
      }
    }
    return 4 * at;
  }

  /** The same for triangles, with two weights per node: see `coarsenTriangles`. */
  #writeTrianglePairs({ words, floats }: Views, start: number, capacity: number): number {
    const { couplings } = this.#level;
    const nodes = this.#nodes;
    const weights = this.#weights;
    let at = start / 4;
    for (let i = 0; i < this.#count; i++) {
      const a = weights[2 * i]!;
      const b = weights[2 * i + 1]!;
      if (Math.max(Math.abs(a), Math.abs(b)) < MIN_WEIGHT) continue;
      for (let j = i; j < this.#count; j++) {
        const c = weights[2 * j]!;
        const d = weights[2 * j + 1]!;
        if (Math.max(Math.abs(c), Math.abs(d)) < MIN_WEIGHT) continue;
        const block = couplings.blockOf(nodes[i]!, nodes[j]!);
        if (block === -1 || at - start / 4 === 5 * capacity) return start;
        const sign = nodes[i]! < nodes[j]! ? 1 : -1;
        words[at] = this.blocks + 32 * block;
        floats[at + 1] = a * c;
        floats[at + 2] = b * d;
        floats[at + 3] = a * d + b * c;
        floats[at + 4] = sign * (a * d - b * c);
        at += 5;
      }
    }
    return 4 * at;
  }
}
