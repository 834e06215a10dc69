import type { Vector3 } from "./vector.js";
import { scale, size } from "./vector3.js";

/** @throws RangeError that names the field, for what is not three finite numbers. */
export function checkVector(field: string, vector: Vector3): void {
  const isVector = Array.isArray(vector) && vector.length === 3 && vector.every(Number.isFinite);
  if (isVector) return;
  const got = Array.isArray(vector) ? vector.join(", ") : String(vector);
  throw new RangeError(`${field}: expected three finite numbers, got ${got}`);
}

/**
 * The unit vector along a direction.
 *
 * @throws RangeError that names the field, for what points nowhere.
 */
export function unitVector(field: string, direction: Vector3): Vector3 {
  checkVector(field, direction);
  const length = size(direction);
  if (length > 0 && length < Infinity) return scale(direction, 1 / length);
  throw new RangeError(`${field}: expected a direction, got ${direction.join(", ")}`);
}
