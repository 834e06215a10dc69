import { Pose } from "../shapes/pose.js";
import type { Shape } from "../shapes/shape.js";

/** Scratch of `velocityAt`. */
const local = new Float64Array(3);

/** A convex shape that moves from one pose to another within a substep. */
export class MovingShape {
  readonly shape: Shape;
  readonly start: Pose;
  readonly end: Pose;
  /** Largest displacement of any of its points in a substep, m; updated by `measureMotion`. */
  motion = 0;
  /** Radius of its bounding ball, m. */
  readonly #outradius: number;

  /** @param poses Poses to share with another object; null: its own. */
  constructor(shape: Shape, poses: { start: Pose; end: Pose } | null) {
    this.shape = shape;
    this.start = poses?.start ?? new Pose();
    this.end = poses?.end ?? new Pose();
    const [x, y, z] = [shape.extents[0]!, shape.extents[1]!, shape.extents[2]!];
    this.#outradius = Math.sqrt(x * x + y * y + z * z);
  }

  /** True if its pose changes in the substep. */
  get isMoving(): boolean {
    return !this.start.equals(this.end);
  }

  /** Updates `motion`. */
  measureMotion(): void {
    const { start, end } = this;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const move = end.position[k]! - start.position[k]!;
      squared += move * move;
    }
    let rotationSquared = 0;
    for (let k = 0; k < 9; k++) {
      const change = end.matrix[k]! - start.matrix[k]!;
      rotationSquared += change * change;
    }
    this.motion =
      Math.sqrt(squared) + (rotationSquared > 0 ? Math.sqrt(rotationSquared) * this.#outradius : 0);
  }

  /** Velocity of its surface at a point, at the end of the substep, m/s. */
  velocityAt(point: Float64Array, duration: number, out: Float64Array): void {
    this.end.toLocal(point, 0, local);
    this.start.toWorld(local, 0, out, 0);
    for (let k = 0; k < 3; k++) out[k] = (point[k]! - out[k]!) / duration;
  }
}
