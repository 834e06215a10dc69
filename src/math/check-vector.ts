import {
  checkOptions,
  direction as directionCheck,
  vector as vectorCheck,
} from "./check-options.js";
import { scale, norm, type Vec3Tuple, toTuple, type Vec3 } from "./vec3.js";

/** @throws RangeError that names the field, for what is not three finite numbers. */
export function checkVector(field: string, vector: Vec3): void {
  checkOptions(field, vector, vectorCheck);
}

/**
 * The unit vector along a direction.
 *
 * @throws RangeError that names the field, for what points nowhere.
 */
export function unitVector(field: string, direction: Vec3): Vec3Tuple {
  checkOptions(field, direction, directionCheck);
  const tuple = toTuple(direction);
  return scale(tuple, 1 / norm(tuple));
}
