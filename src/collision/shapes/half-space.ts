import type { Vec3Tuple } from "../../math/vec3.js";
import type { Shape, SignedDistance } from "./shape.js";

/** All points below a plane through the origin. */
export class HalfSpace implements Shape {
  readonly radius = 0;
  readonly inradius = Infinity;
  readonly corners = new Float64Array(0);
  readonly edges = new Int32Array(0);
  readonly extents = new Float64Array(3).fill(Infinity);
  /** Unit vector out of the solid. */
  readonly #normal: Vec3Tuple;

  constructor(normal: Vec3Tuple) {
    this.#normal = normal;
  }

  measure(point: Float64Array, out: SignedDistance): void {
    const [x, y, z] = this.#normal;
    out.normal[0] = x;
    out.normal[1] = y;
    out.normal[2] = z;
    out.distance = x * point[0]! + y * point[1]! + z * point[2]!;
  }
}
