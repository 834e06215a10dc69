import { ensureCapacity } from "./grow.js";

/** A copy of the numbers of an array, to restore them later. It reuses its memory. */
export class Snapshot {
  #numbers: Float64Array = new Float64Array(0);
  #count = 0;

  /** Copies the first `count` numbers. */
  take(from: Float64Array, count: number): void {
    this.#numbers = ensureCapacity(this.#numbers, count);
    this.#count = count;
    // A loop, because a view to copy from would be allocated.
    for (let i = 0; i < count; i++) this.#numbers[i] = from[i]!;
  }

  /** Writes the numbers back. */
  restore(into: Float64Array): void {
    for (let i = 0; i < this.#count; i++) into[i] = this.#numbers[i]!;
  }

  /** True if the array still contains these numbers. */
  equals(array: Float64Array): boolean {
    return this.firstDifference(array) === -1;
  }

  /** Index of the first number that differs in an array; −1 if none does. */
  firstDifference(array: Float64Array): number {
    for (let i = 0; i < this.#count; i++) if (array[i] !== this.#numbers[i]) return i;
    return -1;
  }

  /** A copy. */
  get values(): Float64Array {
    return this.#numbers.slice(0, this.#count);
  }
}
