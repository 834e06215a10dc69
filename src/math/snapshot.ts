import { withRoom } from "./grow.js";

/** Numbers of an array at one time, to put back into it: it keeps its memory from one time to the next. */
export class Snapshot {
  #numbers: Float64Array = new Float64Array(0);
  #count = 0;

  keep(from: Float64Array, count: number): void {
    this.#numbers = withRoom(this.#numbers, count);
    this.#count = count;
    // A loop, because a view to copy from would be new memory.
    for (let i = 0; i < count; i++) this.#numbers[i] = from[i]!;
  }

  putBack(into: Float64Array): void {
    for (let i = 0; i < this.#count; i++) into[i] = this.#numbers[i]!;
  }

  /** Whether an array has them still. */
  isIn(array: Float64Array): boolean {
    return this.firstOther(array) === -1;
  }

  /** The place of the first of them that is another in an array; −1: none. */
  firstOther(array: Float64Array): number {
    for (let i = 0; i < this.#count; i++) if (array[i] !== this.#numbers[i]) return i;
    return -1;
  }

  /** A copy. */
  get values(): Float64Array {
    return this.#numbers.slice(0, this.#count);
  }
}
