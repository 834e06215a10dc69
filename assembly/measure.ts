// Measures edges for tears. The laws of springs and the rows of their blocks are in springs.ts.
import { sums, VELOCITY } from "./lanes";

const B: usize = 16;
const REST: usize = 32;
const IMPULSE: usize = 80;
const OFFSETS: usize = 96;
const BLOCK: usize = 160;
/** Bytes of a particle. */
const STRIDE: usize = 32;

/** What is compared with the bound. */
const STRETCH = 1;
const IMPULSES = 2;

/** Address of a bound, and of the largest stretch after edges have been compared with it. */
const BOUND: usize = 40;

/** True if all particles are certainly slower than the number at `BOUND`, m/s: the sum of the largest squares is less. */
export function areSlower(first: usize, end: usize): bool {
  const bound = <f32>load<f64>(BOUND);
  let largest = f32x4.splat(0);
  for (let p = first; p < end; p += STRIDE) {
    const v = v128.load(p, VELOCITY);
    largest = f32x4.pmax(largest, f32x4.mul(v, v));
  }
  const xy = f32x4.extract_lane(largest, 0) + f32x4.extract_lane(largest, 1);
  return xy + f32x4.extract_lane(largest, 2) < bound * bound * 0.999;
}

/**
 * Replaces the number at `BOUND` by the largest length over rest length of all springs.
 *
 * @param quantity 0: nothing is over the bound; 1: length over rest length; 2: impulse; 3: impulse over stiffness × rest
 *   length.
 * @returns True if no spring is over the bound.
 */
export function measureSprings(block: usize, end: usize, laws: usize, quantity: i32): bool {
  const limit = f32x4.splat(<f32>load<f64>(BOUND));
  let largest = f32x4.splat(0);
  let isOver = i32x4.splat(0);
  for (; block < end; block += BLOCK, laws += 32) {
    const rest = v128.load(block, REST);
    const stretch = f32x4.div(lengths(block), rest);
    largest = f32x4.pmax(largest, stretch);
    if (quantity == 0) continue;
    if (quantity == STRETCH) isOver = v128.or(isOver, f32x4.gt(stretch, limit));
    else if (quantity == IMPULSES) {
      isOver = v128.or(isOver, f32x4.gt(v128.load(block, IMPULSE), limit));
    } else {
      const unit = f32x4.mul(limit, f32x4.mul(v128.load(laws), rest));
      isOver = v128.or(isOver, f32x4.gt(v128.load(block, IMPULSE), unit));
    }
  }
  const ab = max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1));
  const cd = max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3));
  store<f64>(BOUND, <f64>max(ab, cd));
  return !v128.any_true(isOver);
}

/** Current lengths of the four springs of a block. */
// @ts-ignore: decorator
@inline
function lengths(block: usize): v128 {
  const d0 = offset(block, 0, OFFSETS);
  const d1 = offset(block, 4, OFFSETS + 16);
  const d2 = offset(block, 8, OFFSETS + 32);
  const d3 = offset(block, 12, OFFSETS + 48);
  const squared = sums(f32x4.mul(d0, d0), f32x4.mul(d1, d1), f32x4.mul(d2, d2), f32x4.mul(d3, d3));
  return f32x4.sqrt(squared);
}

// @ts-ignore: decorator
@inline
function offset(block: usize, lane: usize, row: usize): v128 {
  const a = v128.load(<usize>(load<u32>(block + lane) & ~1));
  const b = v128.load(<usize>load<u32>(block + lane, B));
  return f32x4.add(v128.load(block + row), f32x4.sub(b, a));
}
