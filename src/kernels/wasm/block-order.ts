import { roundUpTo } from "../../math/round-up.js";

/** Colors that a particle can tell apart; elements beyond them get the last one. */
const COLORS = 62;

/** Lanes per block: elements that a kernel handles at a time. */
export const LANES = 4;

/** Slots that edits create are dealt out to this many blocks at a time, because those of one edit share particles. */
const DEALT = 16;

/** Where the elements of one kind lie: the lane of a slot is 4 × block + lane within the block. */
export interface BlockOrder {
  /** Lanes of the slots at the start. */
  readonly lanes: Int32Array;
  /** Slots of the lanes at the start; −1 for an empty lane. */
  readonly slots: Int32Array;
  /** Blocks of these slots. */
  readonly blockCount: number;
}

/**
 * Orders the elements of one kind, color by color. Elements of one color share no particle, so four of them can be solved
 * at a time; within a color they follow the places of their particles in memory. The order of an XPBD sweep also decides
 * its stability and, where it has not converged, the strains that are left. Structural springs have the same colors as in
 * the reference kernels, so both tear alike.
 *
 * The order depends on the mesh at the start only. So a world that returns to an earlier state returns to the same order.
 *
 * @param stencils `size` particles per slot; −1 as the first if there is no element.
 * @param numbers Place of each particle in memory.
 */
export function orderBlocks(
  stencils: Int32Array,
  size: number,
  count: number,
  numbers: Int32Array,
): BlockOrder {
  const colors = colorsOf(stencils, size, count, numbers.length);
  const places = new Int32Array(count);
  for (let slot = 0; slot < count; slot++) {
    if (stencils[size * slot] === -1) continue;
    places[slot] = numbers[stencils[size * slot]!]!;
    for (let n = 1; n < size; n++) {
      places[slot] = Math.min(places[slot]!, numbers[stencils[size * slot + n]!]!);
    }
  }
  const next = new Int32Array(COLORS + 1);
  for (const color of colors) next[color + 1]!++;
  // Every color starts a new block.
  for (let color = 0; color < COLORS; color++) {
    next[color + 1] = next[color]! + roundUpTo(LANES, next[color + 1]!);
  }
  const blockCount = next[COLORS]! / LANES;
  const lanes = new Int32Array(count);
  for (const slot of sortedBy(places, numbers.length)) lanes[slot] = next[colors[slot]!]!++;
  const slots = new Int32Array(LANES * blockCount).fill(-1);
  for (let slot = 0; slot < count; slot++) slots[lanes[slot]!] = slot;
  return { lanes, slots, blockCount };
}

/** The indices of numbers below `bound`, sorted by them; equal ones stay in order. */
function sortedBy(numbers: Int32Array, bound: number): Int32Array {
  const next = new Int32Array(bound + 1);
  for (const number of numbers) next[number + 1]!++;
  for (let i = 0; i < bound; i++) next[i + 1]! += next[i]!;
  const sorted = new Int32Array(numbers.length);
  for (const [i, number] of numbers.entries()) sorted[next[number]!++] = i;
  return sorted;
}

/** Greedy coloring in the order of the slots. Empty slots get the last color. */
function colorsOf(
  stencils: Int32Array,
  size: number,
  count: number,
  particleCount: number,
): Uint8Array {
  const low = new Int32Array(particleCount); // bits of the colors at a particle, 31 in each
  const high = new Int32Array(particleCount);
  const colors = new Uint8Array(count).fill(COLORS - 1);
  for (let slot = 0; slot < count; slot++) {
    if (stencils[size * slot] === -1) continue;
    let takenLow = 0;
    let takenHigh = 0;
    for (let n = size * slot; n < size * (slot + 1); n++) {
      takenLow |= low[stencils[n]!]!;
      takenHigh |= high[stencils[n]!]!;
    }
    let color = 0;
    while (color < 31 && ((takenLow >> color) & 1) === 1) color++;
    if (color === 31) {
      while (color < COLORS - 1 && ((takenHigh >> (color - 31)) & 1) === 1) color++;
    }
    colors[slot] = color;
    for (let n = size * slot; n < size * (slot + 1); n++) {
      if (color < 31) low[stencils[n]!]! |= 1 << color;
      else high[stencils[n]!]! |= 1 << (color - 31);
    }
  }
  return colors;
}

/** The lane of a slot, also of one that an edit has created. */
export function laneOf({ lanes, blockCount }: BlockOrder, slot: number): number {
  if (slot < lanes.length) return lanes[slot]!;
  const added = slot - lanes.length;
  const group = Math.floor(added / (LANES * DEALT));
  const within = added - group * LANES * DEALT;
  const block = blockCount + group * DEALT + (within % DEALT);
  return LANES * block + Math.floor(within / DEALT);
}

/** The slot of a lane: the inverse of `laneOf`. */
export function slotAt({ lanes, slots, blockCount }: BlockOrder, lane: number): number {
  if (lane < slots.length) return slots[lane]!;
  const added = (lane >> 2) - blockCount;
  const group = Math.floor(added / DEALT);
  return lanes.length + LANES * DEALT * group + DEALT * (lane & 3) + (added % DEALT);
}

/** Blocks needed for `count` slots. */
export function blocksFor({ lanes, blockCount }: BlockOrder, count: number): number {
  const added = Math.max(0, count - lanes.length);
  return blockCount + roundUpTo(LANES * DEALT, added) / LANES;
}
