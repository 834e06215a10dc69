import type { Command, Stats } from "./messages.js";

/** What a pointer does to the cloth. */
const INPUTS = new Set<Command["type"]>(["grab", "take", "move", "draw", "slash", "throw"]);
/** Events that the worst one is taken of. */
const KEPT = 60;

/** Counts the pictures from an event of the pointer to the one in which the cloth has followed it, that one included. */
export class InputLag {
  #sent = 0;
  #pictures = 0;
  /** Events that no picture has shown yet: their numbers, and the picture that was the latest then. */
  readonly #waiting: { input: number; picture: number }[] = [];
  readonly #lags: number[] = [];
  #arrived = 0;

  /** A command is on its way: its number, or 0 where no pointer is behind it. */
  stamp(command: Command): number {
    if (!INPUTS.has(command.type)) return 0;
    this.#waiting.push({ input: ++this.#sent, picture: this.#pictures });
    return this.#sent;
  }

  /** The cloth has come that knows of all commands up to this one. While it is paused it follows nobody. */
  arrived({ input, paused }: Pick<Stats, "input" | "paused">): void {
    this.#arrived = input;
    if (paused) this.#waiting.length = 0;
  }

  /**
   * A picture of the newest cloth is drawn.
   *
   * @returns Whether the figures are other ones by it.
   */
  drawn(): boolean {
    this.#pictures++;
    if (this.#waiting.length === 0 || this.#waiting[0]!.input > this.#arrived) return false;
    while (this.#waiting.length > 0 && this.#waiting[0]!.input <= this.#arrived) {
      this.#lags.push(this.#pictures - this.#waiting.shift()!.picture);
    }
    this.#lags.splice(0, this.#lags.length - KEPT);
    return true;
  }

  /** Of the latest events: the middle one and the worst, in pictures; null: none has been seen. */
  get latest(): { median: number; worst: number } | null {
    if (this.#lags.length === 0) return null;
    const sorted = this.#lags.toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)! };
  }
}
