/** The typed arrays that stores are made of. */
export type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** The capacity to grow to so that `needed` fits: doubling, so that growth stays rare. */
export function grownCapacity(capacity: number, needed: number): number {
  return needed <= capacity ? capacity : Math.max(needed, 2 * capacity, 16);
}

/** The capacity to start with for `count` items: room for the first tears, which should not wait for a copy. */
export function withSpare(count: number): number {
  return count + (count >> 2) + 16;
}

/** A copy of `array` with room for `length` numbers; the array itself when it has the room already. */
export function grown<T extends TypedArray>(array: T, length: number): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}

/** Scratch that has to fit `length` numbers: the array itself, or a larger copy with room to grow into. */
export function fit<T extends TypedArray>(array: T, length: number): T {
  return grown(array, grownCapacity(array.length, length));
}
