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
 * its stability: color by color it is stable on any mesh (see `colorOrder`).
 *
 * In regular regions, springs of one direction come first, in two colors. They lie in runs: the ends of each four of them
 * are next to one another in memory.
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
  const places = new Int32Array(count);
  for (let slot = 0; slot < count; slot++) {
    places[slot] = EMPTY;
    for (let n = 0; n < size && stencils[size * slot]! !== -1; n++) {
      places[slot] = Math.min(places[slot]!, numbers[stencils[size * slot + n]!]!);
    }
  }
  const sorted = Int32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => places[a]! - places[b]! || a - b,
  );
  const groups = size === 2 ? directionsOf(stencils, sorted, numbers) : [sorted];
  const lanes = new Int32Array(count);
  let blockCount = 0;
  for (const group of groups) {
    const colors = colorsOf(stencils, size, group, numbers.length);
    const next = new Int32Array(COLORS + 1);
    const counts = new Int32Array(COLORS);
    for (const color of colors) counts[color]!++;
    // Every color starts a new block.
    next[0] = LANES * blockCount;
    for (let color = 0; color < COLORS; color++) {
      next[color + 1] = next[color]! + LANES * Math.ceil(counts[color]! / LANES);
    }
    blockCount = next[COLORS]! / LANES;
    for (const [i, slot] of group.entries()) lanes[slot] = next[colors[i]!]!++;
  }
  const slots = new Int32Array(LANES * blockCount).fill(-1);
  for (let slot = 0; slot < count; slot++) slots[lanes[slot]!] = slot;
  return { lanes, slots, blockCount };
}

/** Place of a slot without an element: after all others. */
const EMPTY = 0x7fff_ffff;

/** A direction of a regular region has at least this fraction of all springs. */
const MIN_FRACTION = 1 / 16;

/**
 * Divides springs by direction, the difference of the places of their ends: one group for each direction of a regular
 * region, then one with all others.
 */
function directionsOf(
  stencils: Int32Array,
  sorted: Int32Array,
  numbers: Int32Array,
): readonly Int32Array[] {
  const differenceOf = (slot: number): number =>
    stencils[2 * slot] === -1
      ? 0
      : Math.abs(numbers[stencils[2 * slot]!]! - numbers[stencils[2 * slot + 1]!]!);
  const counts = new Map<number, number>();
  for (const slot of sorted) {
    const difference = differenceOf(slot);
    if (difference !== 0) counts.set(difference, (counts.get(difference) ?? 0) + 1);
  }
  const regular = [...counts]
    .filter(([, number]) => number >= MIN_FRACTION * sorted.length)
    .map(([difference]) => difference)
    .toSorted((a, b) => a - b);
  return [
    ...regular.map((own) => sorted.filter((slot) => differenceOf(slot) === own)),
    sorted.filter((slot) => !regular.includes(differenceOf(slot))),
  ];
}

/** Greedy coloring in the order of the slots; one color per slot. */
function colorsOf(
  stencils: Int32Array,
  size: number,
  slots: Int32Array,
  particleCount: number,
): Uint8Array {
  const low = new Int32Array(particleCount); // bits of the colors at a particle, 31 in each
  const high = new Int32Array(particleCount);
  const colors = new Uint8Array(slots.length);
  for (const [i, slot] of slots.entries()) {
    if (stencils[size * slot] === -1) {
      colors[i] = COLORS - 1;
      continue;
    }
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
    colors[i] = color;
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
  return blockCount + DEALT * Math.ceil(added / (LANES * DEALT));
}
