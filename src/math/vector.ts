/**
 * Vectors in flat arrays: `array[3 * i]` is x of item i. These functions read and write at such offsets, so that a time
 * step allocates no vector objects.
 */

/** Any flat array of numbers that a vector can be read from. */
export type NumberArray = Float64Array | Float32Array | number[];

/** Distance between the points at offsets `a` and `b`. */
export function distance(points: NumberArray, a: number, b: number): number {
  const x = points[b]! - points[a]!;
  const y = points[b + 1]! - points[a + 1]!;
  const z = points[b + 2]! - points[a + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes (b − a) × (c − a) to `out[0..2]`. Its length is twice the area of the triangle. */
export function triangleCross(
  out: NumberArray,
  points: NumberArray,
  a: number,
  b: number,
  c: number,
): void {
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[c]! - points[a]!;
  const vy = points[c + 1]! - points[a + 1]!;
  const vz = points[c + 2]! - points[a + 2]!;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Length of the vector at offset `a`. */
export function length(vectors: ArrayLike<number>, a: number): number {
  const x = vectors[a]!;
  const y = vectors[a + 1]!;
  const z = vectors[a + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}
