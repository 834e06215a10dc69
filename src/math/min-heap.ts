import { grown } from "./grow.js";

/** A priority queue of integers, smallest key first. It is refilled without allocation. */
export class MinHeap {
  size = 0;
  /** The key that `pop` removed; `value` is its number. */
  key = 0;
  value = 0;
  #keys = new Float64Array(64);
  #values = new Int32Array(64);

  clear(): void {
    this.size = 0;
  }

  push(key: number, value: number): void {
    if (this.size === this.#keys.length) {
      this.#keys = grown(this.#keys, 2 * this.size);
      this.#values = grown(this.#values, 2 * this.size);
    }
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  /** Removes the smallest key into `key` and `value`; returns false if the heap is empty. */
  pop(): boolean {
    if (this.size === 0) return false;
    this.key = this.#keys[0]!;
    this.value = this.#values[0]!;
    const last = --this.size;
    const key = this.#keys[last]!;
    const value = this.#values[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (key <= this.#keys[child]!) break;
      this.#move(child, at);
      at = child;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
    return true;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!;
    this.#values[to] = this.#values[from]!;
  }
}
