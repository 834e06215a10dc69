import { grown, grownCapacity, withSpare } from "../math/grow.js";

/**
 * Springs between two particles, one slot an edge of the mesh: the structural springs lie on the edges,
 * the bend-shear springs across them (Önal 3.1.2). A slot whose `ends` are −1 holds no spring.
 */
export class Springs {
  count: number;
  /** The two particles, or −1, −1 where there is no spring. */
  ends: Int32Array;
  /** Metres, in the unstressed cloth; a tear never changes it. */
  restLengths: Float64Array;
  /** N/m. */
  stiffnesses: Float64Array;
  /** N·s/m, along the spring. */
  dampings: Float64Array;
  /** N·s that the spring has drawn its ends together with in this step; over its duration: the tension. */
  impulses: Float64Array;

  constructor(count: number) {
    this.count = count;
    const capacity = withSpare(count);
    this.ends = new Int32Array(2 * capacity).fill(-1);
    this.restLengths = new Float64Array(capacity);
    this.stiffnesses = new Float64Array(capacity);
    this.dampings = new Float64Array(capacity);
    this.impulses = new Float64Array(capacity);
  }

  setEnds(spring: number, a: number, b: number): void {
    this.ends[2 * spring] = a;
    this.ends[2 * spring + 1] = b;
  }

  isAlive(spring: number): boolean {
    return this.ends[2 * spring] !== -1;
  }

  /** Makes room for `count` slots; new ones hold no spring. */
  grow(count: number): void {
    if (count <= this.count) return;
    const capacity = grownCapacity(this.restLengths.length, count);
    this.ends = grown(this.ends, 2 * capacity);
    this.restLengths = grown(this.restLengths, capacity);
    this.stiffnesses = grown(this.stiffnesses, capacity);
    this.dampings = grown(this.dampings, capacity);
    this.impulses = grown(this.impulses, capacity);
    this.ends.fill(-1, 2 * this.count, 2 * count);
    this.count = count;
  }

  /** Makes the slot `copy` with all that `original` has; the rest length too, never the stretched one. */
  copy(original: number, copy: number): void {
    this.grow(copy + 1);
    this.setEnds(copy, this.ends[2 * original]!, this.ends[2 * original + 1]!);
    this.restLengths[copy] = this.restLengths[original]!;
    this.stiffnesses[copy] = this.stiffnesses[original]!;
    this.dampings[copy] = this.dampings[original]!;
    this.impulses[copy] = this.impulses[original]!;
  }

  /** Multiplies all stiffnesses, for a panel that changes the material while the cloth moves. */
  scaleStiffness(factor: number): void {
    for (let i = 0; i < this.count; i++) this.stiffnesses[i]! *= factor;
  }
}
