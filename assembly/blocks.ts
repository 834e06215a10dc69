import { ROW } from "./lanes";

// Blocks of four elements. The address of the first particle is odd if elements of a block share a particle, as edits may
// leave it: such a block is taken apart, and its elements follow one another.

/**
 * Address of a small number in all lanes: lengths are at least that long where something is divided by them. Constants
 * are read from memory, because V8 would build them anew in every round of a loop.
 */
export const TINY: usize = 48;

/** A block with a single element; the first bytes of the memory are free for it. */
export const SCRATCH: usize = 64;

/** Address of the largest damping over stiffness of a spring, s, in all lanes; ∞ by default. For forces alone. */
export const DAMPING_TIME: usize = 1024;

/** A particle of infinite mass that nothing moves, for empty lanes: the first of all particles. */
let dummy: usize = 0;

/** Prepares a new memory, whose dummy particle has this address. */
export function setDummy(address: usize): void {
  dummy = address;
  v128.store(TINY, f32x4.splat(1e-20));
  v128.store(DAMPING_TIME, f32x4.splat(Infinity));
}

/** True if elements of the block share a particle. */
// @ts-ignore: decorator
@inline
export function isShared(block: usize): bool {
  return (load<u32>(block) & 1) != 0;
}

/** Copies one element of a block into the scratch block, alone. `size`: particles per element. */
export function takeApart(block: usize, rows: i32, size: i32, lane: i32): void {
  memory.copy(SCRATCH, block, <usize>rows * ROW);
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < 4; other++) {
      const at = SCRATCH + ROW * row + 4 * other;
      if (other != lane) store<u32>(at, <u32>dummy);
      else store<u32>(at, load<u32>(at) & ~1);
    }
  }
}

/** Copies one lane of a row of the scratch block back. */
export function putTogether(block: usize, row: usize, lane: i32): void {
  const at = row + 4 * lane;
  store<f32>(block + at, load<f32>(SCRATCH + at));
}

/**
 * Writes the offsets of particles from the first one of their element at the anchor: three rows (x, y, z) for the second
 * particle, three for the third, and so on. Sets impulses to 0.
 *
 * @param rows Rows per block.
 * @param size Particles per element.
 * @param row The first of the rows to write.
 * @param impulses The first row of impulses.
 * @param conditions Number of these rows.
 */
export function anchorOffsets(
  block: usize,
  end: usize,
  rows: i32,
  size: i32,
  row: i32,
  impulses: i32,
  conditions: i32,
  toAnchor: usize,
): void {
  for (; block < end; block += <usize>rows * ROW) {
    for (let c = 0; c < conditions; c++) {
      v128.store(block + <usize>(impulses + c) * ROW, f32x4.splat(0));
    }
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const p = <usize>(load<u32>(block + lane) & ~1) + toAnchor;
      for (let n = 1; n < size; n++) {
        const q = <usize>load<u32>(block + lane + <usize>n * ROW) + toAnchor;
        const at = block + lane + <usize>(row + 3 * (n - 1)) * ROW;
        store<f32>(at, <f32>(load<f64>(q) - load<f64>(p)));
        store<f32>(at, <f32>(load<f64>(q, 8) - load<f64>(p, 8)), ROW);
        store<f32>(at, <f32>(load<f64>(q, 16) - load<f64>(p, 16)), 2 * ROW);
      }
    }
  }
}

/** Adds a vector to the one at an address. */
// @ts-ignore: decorator
@inline
export function addTo(at: usize, vector: v128): void {
  v128.store(at, f32x4.add(v128.load(at), vector));
}

/** Subtracts a vector from the one at an address. */
// @ts-ignore: decorator
@inline
export function subtractFrom(at: usize, vector: v128): void {
  v128.store(at, f32x4.sub(v128.load(at), vector));
}
