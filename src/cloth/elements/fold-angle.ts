import { atan2 } from "../../math/trigonometry.js";

/**
 * The angle by which two triangles are folded about their common edge from i to j, k and l being their far corners, from −π
 * to π, 0 when flat; the stencil stands in `Hinges`. NaN where it means nothing: a triangle has no area.
 */
export function foldAngle(
  positions: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
): number {
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
  const cosine = ax * bx + ay * by + az * bz;
  const sine = (ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez;
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const isFlatTriangle = cosine === 0 && sine === 0;
  return isFlatTriangle || length === 0 ? NaN : atan2(sine / length, cosine);
}

/** The same angle between −π and π; it may be off by one turn. */
export function turned(angle: number): number {
  if (angle > Math.PI) return angle - 2 * Math.PI;
  return angle < -Math.PI ? angle + 2 * Math.PI : angle;
}
