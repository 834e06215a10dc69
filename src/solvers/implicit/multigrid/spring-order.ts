import { roundUpTo } from "../../../math/round-up.js";
import type { BlockOrder } from "../../../kernels/index.js";
import type { SpringEnds } from "./coarse-levels.js";

/** Springs of this many particles in a row are treated together, so that these stay in the fastest cache. */
const CHUNK = 256;
/** Most colors that a number of 32 bits can hold; more springs at a particle share the last one. */
const MAX_COLORS = 31;

/**
 * Orders springs for sums over the springs of each particle: chunk by chunk of the particles, and within a chunk so that
 * springs that share a particle are far apart. Otherwise each sum would wait for the one before it.
 *
 * @param numbers Place of each particle in memory.
 */
export function orderSprings({ count, particles }: SpringEnds, numbers: Int32Array): BlockOrder {
  const used = new Int32Array(numbers.length);
  const keys = new Float64Array(count);
  for (let spring = 0; spring < count; spring++) {
    const a = particles[2 * spring]!;
    const b = particles[2 * spring + 1]!;
    if (a === -1) continue;
    const taken = used[a]! | used[b]!;
    let color = 0;
    while (color < MAX_COLORS - 1 && ((taken >> color) & 1) !== 0) color++;
    used[a]! |= 1 << color;
    used[b]! |= 1 << color;
    const place = Math.min(numbers[a]!, numbers[b]!);
    keys[spring] = (Math.floor(place / CHUNK) * MAX_COLORS + color) * numbers.length + place;
  }
  const sorted = Int32Array.from({ length: count }, (_, i) => i).toSorted(
    (a, b) => keys[a]! - keys[b]! || a - b,
  );
  const lanes = new Int32Array(count);
  for (let i = 0; i < count; i++) lanes[sorted[i]!] = i;
  return { lanes, blockCount: roundUpTo(4, count) / 4 };
}
