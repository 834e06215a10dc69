import { grown, withRoom } from "./grow.js";

/** A set of small whole numbers that is filled and emptied over and over without new memory; in the order of adding. */
export class IndexSet {
  size = 0;
  #list = new Int32Array(64);
  /** 1 for each number that is in the set. */
  #flags = new Uint8Array(64);

  add(index: number): this {
    if (index >= this.#flags.length) this.#flags = withRoom(this.#flags, index + 1);
    if (this.#flags[index] === 1) return this;
    this.#flags[index] = 1;
    if (this.size === this.#list.length) this.#list = grown(this.#list, 2 * this.size);
    this.#list[this.size++] = index;
    return this;
  }

  has(index: number): boolean {
    return this.#flags[index] === 1;
  }

  /** One of its numbers, from 0 to `size` − 1. */
  at(place: number): number {
    return this.#list[place]!;
  }

  /** All of its numbers, in the order of adding. */
  toArray(): number[] {
    return Array.from(this.#list.subarray(0, this.size));
  }

  /** Puts its numbers in rising order. */
  sort(): void {
    this.#list.subarray(0, this.size).sort();
  }

  /** O(size). */
  clear(): void {
    for (let i = 0; i < this.size; i++) this.#flags[this.#list[i]!] = 0;
    this.size = 0;
  }
}
