import type { Vector3 } from "../../math/vector.js";
import type { Shape } from "./shape.js";

/** All that is below a plane through the origin. */
export class HalfSpace implements Shape {
  readonly radius = 0;
  readonly inradius = Infinity;
  readonly corners = new Float64Array(0);
  readonly edges = new Int32Array(0);
  readonly extents = new Float64Array(3).fill(Infinity);
  /** A unit vector, out of the solid. */
  readonly #normal: Vector3;

  constructor(normal: Vector3) {
    this.#normal = normal;
  }

  measure(point: Float64Array, out: Float64Array): void {
    const [x, y, z] = this.#normal;
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = x * point[0]! + y * point[1]! + z * point[2]!;
  }
}
