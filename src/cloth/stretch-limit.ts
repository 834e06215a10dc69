import { grown, grownCapacity } from "../math/grow.js";

/**
 * The super-elongation limit of a cloth (Provot), and what it has done in this step. Tearing must see the cloth as it
 * would be without it, or nothing would ever tear: so what was taken off each edge is kept.
 */
export class StretchLimit {
  /** Length over rest length that no edge may pass. */
  readonly ratio: number;
  /** m taken off the length of each edge in this step; negative where neighbours drew it out. */
  removed = new Float64Array(0);
  /** N·s that drew the ends of each edge together in this step. */
  impulses = new Float64Array(0);

  constructor(ratio: number) {
    this.ratio = ratio;
  }

  /** Makes room for so many edges. */
  fit(edgeCount: number): void {
    const length = grownCapacity(this.removed.length, edgeCount);
    this.removed = grown(this.removed, length);
    this.impulses = grown(this.impulses, length);
  }

  /** A step begins. */
  clear(): void {
    this.removed.fill(0);
    this.impulses.fill(0);
  }
}
