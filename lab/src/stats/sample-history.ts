import type { Stats } from "../simulation/messages.js";
import { COLUMNS, rowOf } from "./columns.js";
import { SampleStore } from "./sample-store.js";

/** The samples of all steps so far, for the plots and the profile. */
export class SampleHistory {
  readonly store = new SampleStore(COLUMNS.length);
  /** Number of pins. */
  clampCount = 0;
  /** The latest stats. Null before the first. */
  stats: Stats | null = null;

  /** Number of samples up to the present frame. After a rewind, later samples are still stored. */
  get count(): number {
    return this.store.countUntil(this.stats?.frame ?? 0);
  }

  /** Call it with the stats of each message, and true if a cloth was loaded. */
  follow(stats: Stats, isLoaded: boolean): void {
    const { store } = this;
    const { sample } = stats;
    if (isLoaded) {
      store.clear();
      this.clampCount = 0;
    }
    store.cutAfter(stats.newestFrame);
    if (sample !== null) {
      store.add(rowOf(sample));
      this.clampCount = sample.readings?.clampCount ?? this.clampCount;
    }
    this.stats = stats;
  }
}
