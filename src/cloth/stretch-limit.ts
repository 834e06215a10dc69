import { grown, grownCapacity } from "../math/grow.js";

/**
 * The super-elongation limit of a cloth (Provot), and what it has done in this step. Tearing must see the cloth as it
 * would be without it, or nothing would ever tear: so the lengths before are kept.
 */
export class StretchLimit {
  /** Length over rest length that no edge may pass. */
  readonly ratio: number;
  /** m: of each edge before it was drawn together, the longest of this step. */
  lengths = new Float64Array(0);
  /** N·s that drew the ends of each edge together in this step. */
  impulses = new Float64Array(0);

  constructor(ratio: number) {
    this.ratio = ratio;
  }

  /** Makes room for so many edges. */
  fit(edgeCount: number): void {
    const length = grownCapacity(this.lengths.length, edgeCount);
    this.impulses = grown(this.impulses, length);
    this.lengths = grown(this.lengths, length);
  }

  /** A step begins. */
  clear(): void {
    this.lengths.fill(0);
    this.impulses.fill(0);
  }
}
