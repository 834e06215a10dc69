/** @throws RangeError that names the field. */
export function checkLength(field: string, length: number, isZeroAllowed = false): void {
  if (length < Infinity && (isZeroAllowed ? length >= 0 : length > 0)) return;
  const least = isZeroAllowed ? "of 0 m or more" : "over 0 m";
  throw new RangeError(`${field}: expected a length ${least}, got ${length}`);
}

/** @throws RangeError that names the field. */
export function checkFriction(friction: number): void {
  if (friction >= 0 && friction < Infinity) return;
  throw new RangeError(`friction: expected 0 or more, got ${friction}`);
}

/** @throws RangeError that names the field. */
export function checkMass(field: string, mass: number): void {
  if (mass > 0 && mass < Infinity) return;
  throw new RangeError(`${field}: expected a mass over 0 kg, got ${mass}`);
}
