import { Attached, type TriangleMesh } from "../mesh/index.js";

/**
 * The super-elongation limit of a cloth (Provot), and its effect in this step. Tearing must see the lengths before the
 * limit was applied, or nothing would ever tear, so they are stored here.
 */
export class StretchLimit {
  /** Maximum length over rest length of an edge. */
  readonly ratio: number;
  readonly #lengths: Attached;
  readonly #impulses: Attached;

  constructor(mesh: TriangleMesh, ratio: number) {
    this.ratio = ratio;
    this.#lengths = new Attached(mesh, "edge", Float64Array);
    this.#impulses = new Attached(mesh, "edge", Float64Array);
  }

  /** m: the maximum length of each edge in this step, before the limit was applied; 0: not measured yet. */
  get lengths(): Float64Array {
    return this.#lengths.values;
  }

  /** N·s: the impulse that the limit applied along each edge in this step. */
  get impulses(): Float64Array {
    return this.#impulses.values;
  }

  /** Resets lengths and impulses at the start of a step. */
  clear(): void {
    this.#lengths.reset();
    this.#impulses.reset();
  }
}
