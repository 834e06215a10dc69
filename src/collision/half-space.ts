import { checkVector } from "../math/check-vector.js";
import type { Vector3 } from "../math/vector.js";

/** Everything on one side of a plane: a floor, a wall. Immovable. */
export interface HalfSpace {
  type: "half-space";
  /** A point on its surface, m. */
  point: Vector3;
  /** Out of the solid, into the free side; any length. */
  normal: Vector3;
  /** Coulomb's coefficient. */
  friction: number;
  /** How far off the surface the cloth stays, m. */
  thickness: number;
}

/** A half-space as the kernels want it: the points with n · x ≥ `height` are free. */
export class HalfSpaceCollider {
  readonly normal: Vector3;
  readonly height: number;
  readonly friction: number;

  /** @throws RangeError that names the field. */
  constructor({ type, point, normal, friction, thickness }: HalfSpace) {
    if (type !== "half-space") {
      throw new RangeError(`type: expected "half-space", got ${JSON.stringify(type)}`);
    }
    checkVector("point", point);
    checkVector("normal", normal);
    const [x, y, z] = normal;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < Infinity)) {
      throw new RangeError(`normal: expected a direction, got ${normal.join(", ")}`);
    }
    if (!(friction >= 0)) throw new RangeError(`friction: expected 0 or more, got ${friction}`);
    if (!(thickness >= 0 && thickness < Infinity)) {
      throw new RangeError(`thickness: expected a length of 0 m or more, got ${thickness}`);
    }
    this.normal = [x / length, y / length, z / length];
    this.height = (point[0] * x + point[1] * y + point[2] * z) / length + thickness;
    this.friction = friction;
  }
}
