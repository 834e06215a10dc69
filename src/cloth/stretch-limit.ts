import { Attached, type TriangleMesh } from "../mesh/index.js";

/**
 * The super-elongation limit of a cloth (Provot), and what it has done in this step. Tearing must see the cloth as it
 * would be without it, or nothing would ever tear: so the lengths before are kept.
 */
export class StretchLimit {
  /** Length over rest length that no edge may pass. */
  readonly ratio: number;
  readonly #lengths: Attached;
  readonly #impulses: Attached;

  constructor(mesh: TriangleMesh, ratio: number) {
    this.ratio = ratio;
    this.#lengths = new Attached(mesh, "edge", Float64Array);
    this.#impulses = new Attached(mesh, "edge", Float64Array);
  }

  /** m: of each edge before it was drawn together, the longest of this step; 0: not measured yet. */
  get lengths(): Float64Array {
    return this.#lengths.values;
  }

  /** N·s that drew the ends of each edge together in this step. */
  get impulses(): Float64Array {
    return this.#impulses.values;
  }

  /** A step begins. */
  clear(): void {
    this.#lengths.reset();
    this.#impulses.reset();
  }
}
