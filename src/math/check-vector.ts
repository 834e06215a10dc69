import {
  checkOptions,
  direction as directionCheck,
  vector as vectorCheck,
} from "./check-options.js";
import { scale, norm, type Vec3Tuple, toTuple, type Vec3 } from "./vec3.js";

/**
 * Checks a vector.
 *
 * @throws RangeError that names the field, if it is not three finite numbers.
 */
export function checkVector(field: string, vector: Vec3): void {
  checkOptions(field, vector, vectorCheck);
}

/**
 * Returns the unit vector along a direction.
 *
 * @throws RangeError that names the field, if the length is 0 or not finite.
 */
export function unitVector(field: string, direction: Vec3): Vec3Tuple {
  checkOptions(field, direction, directionCheck);
  const tuple = toTuple(direction);
  return scale(tuple, 1 / norm(tuple));
}
