/** Samples of equal make, oldest first, in a ring of fixed size: when it is full, the oldest make room. */
export class SampleStore {
  readonly #columns: readonly Float64Array[];
  readonly #capacity: number;
  #start = 0;
  #count = 0;

  /** @param width Numbers of a sample; the first of them is the frame, which rises from sample to sample. */
  constructor(width: number, capacity = 3600) {
    this.#capacity = capacity;
    this.#columns = Array.from({ length: width }, () => new Float64Array(capacity));
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#start = this.#count = 0;
  }

  /** What stood at this frame or after it belongs to another future. */
  add(sample: readonly number[]): void {
    this.cutAfter(sample[0]! - 1);
    if (this.#count === this.#capacity) this.#start = (this.#start + 1) % this.#capacity;
    else this.#count++;
    const place = this.#place(this.#count - 1);
    for (const [i, column] of this.#columns.entries()) column[place] = sample[i]!;
  }

  cutAfter(frame: number): void {
    this.#count = this.countUntil(frame);
  }

  /** How many samples there are up to a frame, with it. */
  countUntil(frame: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.at(0, middle) <= frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** NaN: it is missing. */
  at(column: number, index: number): number {
    return this.#columns[column]![this.#place(index)]!;
  }

  /** The newest number among the first `count` samples that is not missing, or NaN; none from long ago. */
  newest(column: number, count: number, reach = 120): number {
    for (let i = count - 1; i >= 0 && i >= count - reach; i--) {
      const value = this.at(column, i);
      if (!Number.isNaN(value)) return value;
    }
    return NaN;
  }

  #place(index: number): number {
    return (this.#start + index) % this.#capacity;
  }
}
