import type { Collider } from "tatter";
import { Vector3, type Matrix4 } from "three";

type Options = Collider["options"];

/** A solid with an analytic distance function. */
export interface NearSolid {
  options: Exclude<Options, { type: "half-space" | "mesh" }> | { type: "sphere"; radius: number };
  /** From its local frame to the world, and back. */
  toWorld: Matrix4;
  toOwn: Matrix4;
  /** Radius of a bounding sphere around its position, m. */
  reach: number;
}

const own = new Vector3();
const nearest = new Vector3();
const line = new Vector3();

/**
 * Returns the distance from a point to a solid, m. 0 inside.
 *
 * @param towards Output: unit vector from the point to the closest point of the solid.
 */
export function distanceTo(solid: NearSolid, point: Vector3, towards: Vector3): number {
  own.copy(point).applyMatrix4(solid.toOwn);
  const { options } = solid;
  let radius = 0;
  if (options.type === "box") {
    const [x, y, z] = options.size;
    nearest.set(
      Math.min(x / 2, Math.max(-x / 2, own.x)),
      Math.min(y / 2, Math.max(-y / 2, own.y)),
      Math.min(z / 2, Math.max(-z / 2, own.z)),
    );
  } else {
    nearest.set(0, 0, 0);
    if (options.type === "capsule") {
      // The local frame of a capsule is centered, with the initial direction of its axis.
      nearest
        .set(...options.to)
        .sub(line.set(...options.from))
        .multiplyScalar(0.5);
      const squared = nearest.lengthSq() || 1;
      nearest.multiplyScalar(Math.min(1, Math.max(-1, own.dot(nearest) / squared)));
    }
    ({ radius } = options);
  }
  towards.subVectors(nearest, own);
  const distance = towards.length();
  if (distance > 0) towards.multiplyScalar(1 / distance);
  towards.transformDirection(solid.toWorld);
  return Math.max(0, distance - radius);
}
