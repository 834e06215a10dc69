import { NEXT, POSES } from "./gather";

// What the kinds with three conditions on three particles have in common.

// What to do with the conditions: add their forces, project all together, or project a single one.
export const FORCES = 0;
export const TOGETHER = 1;
export const ALONE = 2;

/** Maximum square of the displacement of conditions solved together, relative to the same one by one. */
const MAX_SQUARED: f32 = 1.44;

/**
 * The lanes whose conditions are solved together: elsewhere they contradict one another, and the displacement
 * would be large.
 *
 * @param aloneSquared The square of the displacement by the conditions one by one.
 * @param x0 Sums of pulls times gradients at each particle. Large pulls that cancel leave none of their
 *   rounding errors here, as they would in p ∇C M⁻¹ ∇Cᵀ p.
 */
// @ts-ignore: decorator
@inline
export function isSolvable(
  aloneSquared: v128,
  x0: v128,
  y0: v128,
  z0: v128,
  x1: v128,
  y1: v128,
  z1: v128,
  x2: v128,
  y2: v128,
  z2: v128,
): v128 {
  const squared = f32x4.add(
    f32x4.add(squaredMotion(0, x0, y0, z0), squaredMotion(NEXT, x1, y1, z1)),
    squaredMotion(2 * NEXT, x2, y2, z2),
  );
  return f32x4.le(squared, f32x4.mul(f32x4.splat(MAX_SQUARED), aloneSquared));
}

/** w times the square of a vector, for a gathered particle. */
// @ts-ignore: decorator
@inline
function squaredMotion(particle: usize, x: v128, y: v128, z: v128): v128 {
  const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  return f32x4.mul(v128.load(POSES + particle + 48), squared);
}
