import type { WorldCloth } from "tatter";
import type { Strengths } from "./messages.js";

/** What the page has to be told of the strengths of a cloth: nothing while it does not show them, or has them already. */
export class StrengthNews {
  #isShown = false;
  #changes = -1;
  #count = -1;

  /** Whether the page shows them. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown;
    this.forget();
  }

  /** The page has a new cloth, with no strengths yet. */
  forget(): void {
    this.#changes = -1;
  }

  /** One a particle, null: 1 everywhere; undefined: as they were. */
  next({
    strengths: { values, changes },
    particles: { count },
  }: WorldCloth): Strengths | undefined {
    if (!this.#isShown) return undefined;
    if (changes === this.#changes && count === this.#count) return undefined;
    this.#changes = changes;
    this.#count = count;
    return values === null ? null : Float32Array.from(values.subarray(0, count));
  }
}
