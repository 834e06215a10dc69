// Four lanes at a time. A block holds four elements without a common particle, one in each lane of its rows.
//
// A particle is two vectors of 16 bytes: (x, y, z) of its displacement since the anchor with its inverse mass as fourth
// lane, then (x, y, z, 0) of its velocity. Within a substep of XPBD the second vector holds the first one as it was at
// the start of the substep instead.

/** Bytes from the displacement of a particle to its velocity, or to its displacement at the start of the substep. */
export const VELOCITY: usize = 16;

/** Bytes of a row of a block. */
export const ROW: usize = 16;

/** The sums of the four lanes of each of four vectors: (x + z) + (y + w). */
// @ts-ignore: decorator
@inline
export function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(
    v128.shuffle<f32>(a, b, 0, 4, 1, 5),
    v128.shuffle<f32>(a, b, 2, 6, 3, 7),
  );
  const cd = f32x4.add(
    v128.shuffle<f32>(c, d, 0, 4, 1, 5),
    v128.shuffle<f32>(c, d, 2, 6, 3, 7),
  );
  return f32x4.add(
    v128.shuffle<f32>(ab, cd, 0, 1, 4, 5),
    v128.shuffle<f32>(ab, cd, 2, 3, 6, 7),
  );
}

/** A copy of one lane in all four. */
// @ts-ignore: decorator
@inline
export function lane0(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 0, 0, 0, 0);
}

// @ts-ignore: decorator
@inline
export function lane1(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 1, 1, 1);
}

// @ts-ignore: decorator
@inline
export function lane2(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 2, 2, 2);
}

// @ts-ignore: decorator
@inline
export function lane3(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 3, 3, 3, 3);
}

// The rows of a 4 × 4 matrix from its columns a, b, c, d: `transposed0` has their x, `transposed1` their y, and so on.
// The compiler computes the common shuffles once.

// @ts-ignore: decorator
@inline
export function transposed0(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a, b, 0, 4, 1, 5),
    v128.shuffle<f32>(c, d, 0, 4, 1, 5),
    0,
    1,
    4,
    5,
  );
}

// @ts-ignore: decorator
@inline
export function transposed1(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a, b, 0, 4, 1, 5),
    v128.shuffle<f32>(c, d, 0, 4, 1, 5),
    2,
    3,
    6,
    7,
  );
}

// @ts-ignore: decorator
@inline
export function transposed2(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a, b, 2, 6, 3, 7),
    v128.shuffle<f32>(c, d, 2, 6, 3, 7),
    0,
    1,
    4,
    5,
  );
}

// @ts-ignore: decorator
@inline
export function transposed3(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(
    v128.shuffle<f32>(a, b, 2, 6, 3, 7),
    v128.shuffle<f32>(c, d, 2, 6, 3, 7),
    2,
    3,
    6,
    7,
  );
}
