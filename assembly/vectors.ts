// Vectors of four elements at a time: their x, y and z in one lane vector each.

/** The scalar product of a and b: (x + y) + z. */
// @ts-ignore: decorator
@inline
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** a d − b c: the x of a cross product from y and z of both, its y from z and x, its z from x and y. */
// @ts-ignore: decorator
@inline
export function crossed(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, d), f32x4.mul(b, c));
}

/** a where the mask is set, else 1: for denominators that have a meaning in these lanes only. */
// @ts-ignore: decorator
@inline
export function orOne(a: v128, mask: v128): v128 {
  return v128.bitselect(a, f32x4.splat(1), mask);
}

// atan z = z + z³ (A0 + A1 z² + … + A6 z¹²) for z from 0 to 1: the minimax polynomial, error 5e-8.
const A0: f32 = -0.3333165903421762;
const A1: f32 = 0.19962703993640238;
const A2: f32 = -0.13976582187159578;
const A3: f32 = 0.09794234722680331;
const A4: f32 = -0.05777359196561067;
const A5: f32 = 0.023040137449180802;
const A6: f32 = -0.004355406212372707;

const PI: f32 = 3.141592653589793;
const HALF_PI: f32 = 1.5707963267948966;
const TWO_PI: f32 = 6.283185307179586;
/** Shorter vectors than this have no direction that numbers of this size could hold. */
const TINY: f32 = 1e-37;

// @ts-ignore: decorator
@inline
function step(sum: v128, squared: v128, next: f32): v128 {
  return f32x4.add(f32x4.mul(sum, squared), f32x4.splat(next));
}

/**
 * Angle of the vectors (x, y) to the x axis, from −π to π; 0 for the zero vector. The error is under 5e-7:
 * that of the polynomial, and the rounding of numbers up to π.
 */
// @ts-ignore: decorator
@inline
export function arcTangent(y: v128, x: v128): v128 {
  const absoluteX = f32x4.abs(x);
  const absoluteY = f32x4.abs(y);
  const larger = f32x4.pmax(absoluteX, absoluteY);
  const slope = f32x4.div(f32x4.pmin(absoluteX, absoluteY), f32x4.pmax(larger, f32x4.splat(TINY)));
  const squared = f32x4.mul(slope, slope);
  let sum = step(f32x4.splat(A6), squared, A5);
  sum = step(sum, squared, A4);
  sum = step(sum, squared, A3);
  sum = step(sum, squared, A2);
  sum = step(sum, squared, A1);
  sum = step(sum, squared, A0);
  let angle = f32x4.add(slope, f32x4.mul(f32x4.mul(slope, squared), sum));
  const isSteep = f32x4.gt(absoluteY, absoluteX);
  angle = v128.bitselect(f32x4.sub(f32x4.splat(HALF_PI), angle), angle, isSteep);
  angle = v128.bitselect(f32x4.sub(f32x4.splat(PI), angle), angle, f32x4.lt(x, f32x4.splat(0)));
  return v128.bitselect(f32x4.neg(angle), angle, f32x4.lt(y, f32x4.splat(0)));
}

/** Wraps angles into −π to π; they may be off by at most one revolution. */
// @ts-ignore: decorator
@inline
export function wrapped(angle: v128): v128 {
  const turn = f32x4.splat(TWO_PI);
  const over = v128.and(turn, f32x4.gt(angle, f32x4.splat(PI)));
  const under = v128.and(turn, f32x4.lt(angle, f32x4.splat(-PI)));
  return f32x4.add(f32x4.sub(angle, over), under);
}
