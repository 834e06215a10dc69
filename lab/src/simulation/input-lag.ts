import type { Command, Stats } from "./messages.js";

/** Commands that come from a pointer and move the cloth. */
const INPUTS = new Set<Command["type"]>([
  "grab",
  "grab-collider",
  "move",
  "draw",
  "slash",
  "throw",
]);
/** Number of moves that the stats cover. */
const MAX_SAMPLES = 60;

/** Measures the lag: frames from a pointer event up to and including the one in which the cloth has followed. */
export class InputLag {
  #sent = 0;
  #frames = 0;
  /** Events that no frame has shown yet: number of the event, and of the frame at that time. */
  readonly #waiting: { input: number; frame: number }[] = [];
  readonly #lags: number[] = [];
  #arrived = 0;

  /** Returns the number of a command that comes from a pointer, else 0. */
  stamp(command: Command): number {
    if (!INPUTS.has(command.type)) return 0;
    this.#waiting.push({ input: ++this.#sent, frame: this.#frames });
    return this.#sent;
  }

  /**
   * Handles a report that includes all commands up to `input`. While paused the cloth does not follow, so nothing is
   * measured.
   */
  arrived({ input, paused }: Pick<Stats, "input" | "paused">): void {
    this.#arrived = input;
    if (paused) this.#waiting.length = 0;
  }

  /**
   * Handles a drawn frame of the newest cloth.
   *
   * @returns True if the stats have changed.
   */
  drawn(): boolean {
    this.#frames++;
    if (this.#waiting.length === 0 || this.#waiting[0]!.input > this.#arrived) return false;
    while (this.#waiting.length > 0 && this.#waiting[0]!.input <= this.#arrived) {
      this.#lags.push(this.#frames - this.#waiting.shift()!.frame);
    }
    this.#lags.splice(0, this.#lags.length - MAX_SAMPLES);
    return true;
  }

  /** Median and maximum of the latest lags, in frames. Null: nothing measured yet. */
  get latest(): { median: number; worst: number } | null {
    if (this.#lags.length === 0) return null;
    const sorted = this.#lags.toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)! };
  }
}
