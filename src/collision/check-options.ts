/** What somebody gave, so that "1", which a form may give for 1, does not look like a number. */
export function told(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * Whether there are any options to look at.
 *
 * @throws RangeError that names the field.
 */
export function checkObject(field: string, options: unknown): void {
  if (typeof options === "object" && options !== null) return;
  throw new RangeError(`${field}: expected an object, got ${told(options)}`);
}

/** @throws RangeError that names the field. */
export function checkLength(field: string, length: number, isZeroAllowed = false): void {
  if (Number.isFinite(length) && (isZeroAllowed ? length >= 0 : length > 0)) return;
  const least = isZeroAllowed ? "of 0 m or more" : "over 0 m";
  throw new RangeError(`${field}: expected a length ${least}, got ${told(length)}`);
}

/** @throws RangeError that names the field. */
export function checkFriction(friction: number, field = "friction"): void {
  if (Number.isFinite(friction) && friction >= 0) return;
  throw new RangeError(`${field}: expected 0 or more, got ${told(friction)}`);
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
  if (Number.isFinite(mass) && mass > 0) return;
  throw new RangeError(`${field}: expected a mass over 0 kg, got ${told(mass)}`);
}
