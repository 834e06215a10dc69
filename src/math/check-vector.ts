import type { Vector3 } from "./vector.js";

/** @throws RangeError that names the field, for what is not three finite numbers. */
export function checkVector(field: string, vector: Vector3): void {
  const isVector = Array.isArray(vector) && vector.length === 3 && vector.every(Number.isFinite);
  if (isVector) return;
  const got = Array.isArray(vector) ? vector.join(", ") : String(vector);
  throw new RangeError(`${field}: expected three finite numbers, got ${got}`);
}
