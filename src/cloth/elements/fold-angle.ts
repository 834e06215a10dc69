import { atan2, writeAngle } from "../../math/trigonometry.js";

/** The fold measured last: sine and cosine of its angle times a common factor, and the square of that factor. */
const fold = new Float64Array(3);

/**
 * Measures the fold of two triangles about their common edge from i to j, with the far corners k and l. `Hinges` has a
 * drawing of the stencil.
 */
export function measureFold(
  positions: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
): void {
  const x = positions[3 * i]!;
  const y = positions[3 * i + 1]!;
  const z = positions[3 * i + 2]!;
  const ex = positions[3 * j]! - x;
  const ey = positions[3 * j + 1]! - y;
  const ez = positions[3 * j + 2]! - z;
  const dx = positions[3 * k]! - x;
  const dy = positions[3 * k + 1]! - y;
  const dz = positions[3 * k + 2]! - z;
  const fx = positions[3 * l]! - x;
  const fy = positions[3 * l + 1]! - y;
  const fz = positions[3 * l + 2]! - z;
  const ax = ey * dz - ez * dy; // n₁
  const ay = ez * dx - ex * dz;
  const az = ex * dy - ey * dx;
  const bx = fy * ez - fz * ey; // n₂
  const by = fz * ex - fx * ez;
  const bz = fx * ey - fy * ex;
  const sine = (ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez;
  fold[0] = sine / Math.sqrt(ex * ex + ey * ey + ez * ez);
  fold[1] = ax * bx + ay * by + az * bz;
  fold[2] = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
}

/** Returns the angle measured last, radians, from −π to π, 0 when flat. NaN if a triangle has no area. */
export function foldAngle(): number {
  return fold[2]! > 0 ? atan2(fold[0]!, fold[1]!) : NaN;
}

/**
 * A cheap test: false if the fold measured last is certainly not over the angle `angles[at]`, otherwise true. The unit
 * normals are 2 sin(θ/2) apart, and θ is at most π/2 times that.
 */
export function foldMayExceed(angles: Float64Array, at: number): boolean {
  const angle = angles[at]!;
  const cosine = fold[1]! / Math.sqrt(fold[2]!);
  return !((Math.PI * Math.PI * (1 - cosine)) / 2 <= angle * angle);
}

/**
 * Writes the fold measured last minus the angle `angles[at]` to `out[at]`, in radians from −π to π; NaN if a triangle
 * has no area. A returned number would be allocated on the heap.
 */
export function writeElasticFold(angles: Float64Array, at: number, out: Float64Array): void {
  const restAngle = angles[at]!;
  out[at] = NaN;
  if (!(fold[2]! > 0)) return;
  writeAngle(fold, out, at);
  out[at] -= restAngle;
  wrapAngle(out, at);
}

/** Wraps the angle `angles[at]` into −π to π; it may be off by at most one revolution. */
export function wrapAngle(angles: Float64Array, at: number): void {
  const angle = angles[at]!;
  if (angle > Math.PI) angles[at] = angle - 2 * Math.PI;
  else if (angle < -Math.PI) angles[at] = angle + 2 * Math.PI;
}
