import type { Tear, TearResult } from "../tearing/index.js";

/** What tore of one cloth in a step. */
export class Torn {
  readonly tears: Tear[] = [];
  /** When each of them happened, s. */
  readonly times: number[] = [];
  /** Places over the limit that the cap of the step has left for the next one. */
  putOff = 0;

  clear(): void {
    this.tears.length = 0;
    this.times.length = 0;
    this.putOff = 0;
  }

  add({ tears, putOff }: TearResult, time: number): void {
    for (const tear of tears) {
      this.tears.push(tear);
      this.times.push(time);
    }
    this.putOff += putOff;
  }
}
