import { grown } from "./grow.js";

/** Up to this count, insertion sort is used. */
const MAX_INSERTION_SORT = 24;

/** A growing list of integers that is refilled without allocation. */
export class IndexList {
  count = 0;
  items = new Int32Array(64);

  push(index: number): void {
    if (this.count === this.items.length) this.items = grown(this.items, 2 * this.count);
    this.items[this.count++] = index;
  }

  clear(): void {
    this.count = 0;
  }

  /**
   * Sorts the numbers from index `from` on in increasing order. It uses insertion sort or heap sort, because the
   * built-in sort of a part of a typed array needs a view, which would be allocated.
   */
  sortFrom(from: number): void {
    if (this.count - from > MAX_INSERTION_SORT) heapSort(this.items, from, this.count - from);
    else insertionSort(this.items, from, this.count);
  }
}

function insertionSort(items: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const item = items[i]!;
    let at = i;
    for (; at > from && items[at - 1]! > item; at--) items[at] = items[at - 1]!;
    items[at] = item;
  }
}

function heapSort(items: Int32Array, from: number, count: number): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) sink(items, from, root, count);
  for (let last = count - 1; last > 0; last--) {
    const largest = items[from]!;
    items[from] = items[from + last]!;
    items[from + last] = largest;
    sink(items, from, 0, last);
  }
}

/** Moves the number at `root` down the max-heap until no child is larger. */
function sink(items: Int32Array, from: number, root: number, count: number): void {
  const item = items[from + root]!;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && items[from + child + 1]! > items[from + child]!) child++;
    if (items[from + child]! <= item) break;
    items[from + root] = items[from + child]!;
    root = child;
  }
  items[from + root] = item;
}
