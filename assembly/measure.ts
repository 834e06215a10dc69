// Finds edges over a limit, for tears. The laws of springs and the rows of their blocks are in springs.ts.
import { sums } from "./lanes";

const B: usize = 16;
const REST: usize = 32;
const IMPULSE: usize = 80;
const OFFSETS: usize = 96;
const BLOCK: usize = 160;

/** Where the largest stretch is written. */
const LARGEST: usize = 16;

/** What is compared with the bound. */
const STRETCH = 1;
const TENSION = 2;

/**
 * Lists the lanes of springs over a bound, and writes the largest length over rest length to `LARGEST`.
 *
 * @param quantity 0: nothing is listed; 1: length over rest length; 2: impulse; 3: impulse over stiffness × rest length.
 * @param list Where to write the lanes: 4 × block + lane.
 * @returns The number of lanes.
 */
export function findSprings(
  block: usize,
  end: usize,
  laws: usize,
  quantity: i32,
  bound: f32,
  list: usize,
): i32 {
  const limit = f32x4.splat(bound);
  const start = list;
  let largest = f32x4.splat(0);
  let lane: i32 = 0;
  for (; block < end; block += BLOCK, laws += 32, lane += 4) {
    const rest = v128.load(block, REST);
    const stretch = f32x4.div(lengths(block), rest);
    largest = f32x4.pmax(largest, stretch);
    if (quantity == 0) continue;
    let isOver: v128;
    if (quantity == STRETCH) isOver = f32x4.gt(stretch, limit);
    else if (quantity == TENSION) isOver = f32x4.gt(v128.load(block, IMPULSE), limit);
    else {
      const unit = f32x4.mul(v128.load(laws), rest);
      isOver = f32x4.gt(v128.load(block, IMPULSE), f32x4.mul(limit, unit));
    }
    const bits = i32x4.bitmask(isOver);
    if (bits == 0) continue;
    for (let n = 0; n < 4; n++) {
      if (((bits >> n) & 1) == 0) continue;
      store<i32>(list, lane + n);
      list += 4;
    }
  }
  const ab = max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1));
  const cd = max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3));
  store<f32>(LARGEST, max(ab, cd));
  return <i32>((list - start) >> 2);
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
