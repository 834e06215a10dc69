/** Ring buffer of samples, oldest first. When it is full, the oldest sample is dropped. */
export class SampleStore {
  readonly #columns: readonly Float64Array[];
  readonly #capacity: number;
  #start = 0;
  #count = 0;

  /** @param width Numbers per sample. The first one is the frame, which increases from sample to sample. */
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

  /** Adds a sample. Drops samples of the same or later frames, because a rewind has overwritten them. */
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

  /** Returns the number of samples up to and including a frame. */
  countUntil(frame: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const center = Math.floor((low + high) / 2);
      if (this.at(0, center) <= frame) low = center + 1;
      else high = center;
    }
    return low;
  }

  /** Returns one number of a sample. NaN: not measured. */
  at(column: number, index: number): number {
    return this.#columns[column]![this.#place(index)]!;
  }

  /**
   * Returns the newest measured number among the first `count` samples, searching at most `reach` samples. NaN: none.
   */
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
