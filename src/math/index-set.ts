import { grown, ensureCapacity } from "./grow.js";

/** A set of small non-negative integers that is refilled without allocation. It keeps the order of insertion. */
export class IndexSet {
  size = 0;
  #list = new Int32Array(64);
  /** 1 for each number in the set. */
  #flags = new Uint8Array(64);

  add(index: number): this {
    if (index >= this.#flags.length) this.#flags = ensureCapacity(this.#flags, index + 1);
    if (this.#flags[index] === 1) return this;
    this.#flags[index] = 1;
    if (this.size === this.#list.length) this.#list = grown(this.#list, 2 * this.size);
    this.#list[this.size++] = index;
    return this;
  }

  has(index: number): boolean {
    return this.#flags[index] === 1;
  }

  /** The number at an index from 0 to `size` − 1. */
  at(index: number): number {
    return this.#list[index]!;
  }

  /** All numbers, in the order of insertion. */
  toArray(): number[] {
    return Array.from(this.#list.subarray(0, this.size));
  }

  /** Sorts the numbers in increasing order. */
  sort(): void {
    this.#list.subarray(0, this.size).sort();
  }

  /** Removes all numbers. O(size). */
  clear(): void {
    for (let i = 0; i < this.size; i++) this.#flags[this.#list[i]!] = 0;
    this.size = 0;
  }
}
