/** @throws RangeError that names the field. */
export function checkLength(field: string, length: number, isZeroAllowed = false): void {
  if (length < Infinity && (isZeroAllowed ? length >= 0 : length > 0)) return;
  const least = isZeroAllowed ? "of 0 m or more" : "over 0 m";
  throw new RangeError(`${field}: expected a length ${least}, got ${length}`);
}

/** @throws RangeError that names the field. */
export function checkFriction(friction: number, field = "friction"): void {
  if (friction >= 0 && friction < Infinity) return;
  throw new RangeError(`${field}: expected 0 or more, got ${friction}`);
}

/** @throws RangeError that names the field. */
export function checkTurn(field: string, turn: readonly number[]): void {
  let squared = 0;
  if (Array.isArray(turn) && turn.length === 4) for (const part of turn) squared += part * part;
  if (Math.abs(squared - 1) < 1e-6) return;
  const got = Array.isArray(turn) ? turn.join(", ") : String(turn);
  throw new RangeError(`${field}: expected a unit quaternion x, y, z, w, got ${got}`);
}

/** @throws RangeError that names the field. */
export function checkMass(field: string, mass: number): void {
  if (mass > 0 && mass < Infinity) return;
  throw new RangeError(`${field}: expected a mass over 0 kg, got ${mass}`);
}
