import { roundUpTo } from "../../../math/round-up.js";
import type { BlockOrder } from "../../../kernels/index.js";

/** Elements of this many particles in a row are treated together, so that these stay in the fastest cache. */
const CHUNK = 256;
/** Most colors that a number of 32 bits can hold; more elements at a particle share the last one. */
const MAX_COLORS = 31;

/** The particles of elements. */
export interface Stencils {
  readonly count: number;
  /** Particles per element. */
  readonly size: number;
  /** −1 as the first if there is no element. */
  readonly particles: Int32Array;
}

/**
 * Orders elements for sums over the elements of each particle: chunk by chunk of the particles, and within a chunk so that
 * elements that share a particle are far apart. Otherwise each sum would wait for the one before it.
 *
 * @param numbers Place of each particle in memory.
 */
export function orderElements(
  { count, size, particles }: Stencils,
  numbers: Int32Array,
): BlockOrder {
  const used = new Int32Array(numbers.length);
  const keys = new Float64Array(count);
  for (let slot = 0; slot < count; slot++) {
    const first = size * slot;
    if (particles[first] === -1) continue;
    let taken = 0;
    let place = Infinity;
    for (let n = first; n < first + size; n++) {
      taken |= used[particles[n]!]!;
      place = Math.min(place, numbers[particles[n]!]!);
    }
    let color = 0;
    while (color < MAX_COLORS - 1 && ((taken >> color) & 1) !== 0) color++;
    for (let n = first; n < first + size; n++) used[particles[n]!]! |= 1 << color;
    keys[slot] = (Math.floor(place / CHUNK) * MAX_COLORS + color) * numbers.length + place;
  }
  const sorted = Int32Array.from({ length: count }, (_, i) => i).toSorted(
    (a, b) => keys[a]! - keys[b]! || a - b,
  );
  const lanes = new Int32Array(count);
  for (let i = 0; i < count; i++) lanes[sorted[i]!] = i;
  return { lanes, blockCount: roundUpTo(4, count) / 4 };
}
