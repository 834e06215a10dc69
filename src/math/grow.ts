/** Typed arrays that can grow. */
export type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** The capacity for `needed` items. It at least doubles, so that growth is rare. */
export function grownCapacity(capacity: number, needed: number): number {
  return needed <= capacity ? capacity : Math.max(needed, 2 * capacity, 16);
}

/** The initial capacity for `count` items, with spare capacity so that the first tears need no copy. */
export function withSpare(count: number): number {
  return count + (count >> 2) + 16;
}

/** Returns a copy of `array` with `length` numbers, or the array itself if it is long enough. */
export function grown<T extends TypedArray>(array: T, length: number): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}

/**
 * Returns the array if it has at least `needed` numbers, else a larger copy. Growth is by doubling; for scratch arrays
 * and lists.
 */
export function ensureCapacity<T extends TypedArray>(array: T, needed: number): T {
  return needed <= array.length ? array : grown(array, grownCapacity(array.length, needed));
}
