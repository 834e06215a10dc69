import {
  checkOptions,
  direction as directionCheck,
  vector as vectorCheck,
} from "./check-options.js";
import type { Vector3 } from "./vector.js";
import { scale, size } from "./vector3.js";

/** @throws RangeError that names the field, for what is not three finite numbers. */
export function checkVector(field: string, vector: Vector3): void {
  checkOptions(field, vector, vectorCheck);
}

/**
 * The unit vector along a direction.
 *
 * @throws RangeError that names the field, for what points nowhere.
 */
export function unitVector(field: string, direction: Vector3): Vector3 {
  checkOptions(field, direction, directionCheck);
  return scale(direction, 1 / size(direction));
}
