/** The phases of a step, in order. The same names stand in the code, the docs and the report. */
export const PHASES = [
  "input",
  "forces",
  "solve",
  "collide",
  "measure",
  "tear",
  "commit",
  "report",
] as const;

const SOLVE = PHASES.indexOf("solve");

export type Phase = (typeof PHASES)[number];

/** What is left of the shares when another substep is read. */
const LASTING = 0.9;

declare const performance: { now(): number };

/**
 * Tells how long each phase took. Only reports read it; it never steers the simulation.
 *
 * Every reading of the clock leaves a number on the heap. So of the substeps of a step the 1st, 2nd, 8th, 32nd … are read, and
 * what the others take is divided among the phases as those divided theirs, all but the first: it looks for what is near.
 */
export class PhaseClock {
  // Typed arrays, because a number kept in an object is a new object at every change.
  readonly #milliseconds = new Float64Array(PHASES.length);
  readonly #mark = new Float64Array(1);
  /** What each phase took in the substeps that were read, the later the more. */
  readonly #shares = new Float64Array(PHASES.length);
  readonly #now: () => number;
  #isReading = true;
  /** The next substep that is read. */
  #next = 1;
  /** Whether what is read goes into the shares. */
  #isTypical = false;

  /** @param now The time in ms, from any start. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds of each phase since the start of the world. */
  get milliseconds(): Record<Phase, number> {
    const entries = PHASES.map((phase, i) => [phase, this.#milliseconds[i]!] as const);
    return Object.fromEntries(entries) as Record<Phase, number>;
  }

  /** A step begins. */
  start(): void {
    this.#isReading = true;
    this.#isTypical = false;
    this.#next = 1;
    this.#mark[0] = this.#now();
  }

  /** A substep begins, the first being number 1. */
  startSubstep(number: number): void {
    if (number !== this.#next) {
      this.#isReading = false;
      return;
    }
    this.#next = number === 1 ? 2 : 4 * number;
    this.resume();
    this.#isTypical = number > 1;
    if (this.#isTypical) for (let i = 0; i < PHASES.length; i++) this.#shares[i]! *= LASTING;
  }

  /** Reads on, for the time up to the next substep: the substeps are over, or something is about to happen that is no part of others. */
  resume(): void {
    this.#isTypical = false;
    if (this.#isReading) return;
    this.#isReading = true;
    const now = this.#now();
    const passed = now - this.#mark[0]!;
    this.#mark[0] = now;
    const shares = this.#shares;
    let sum = 0;
    for (let i = 0; i < PHASES.length; i++) sum += shares[i]!;
    if (sum > 0) {
      for (let i = 0; i < PHASES.length; i++) {
        this.#milliseconds[i]! += (passed * shares[i]!) / sum;
      }
    } else this.#milliseconds[SOLVE]! += passed; // a clock too coarse to tell
  }

  /** A phase, or a part of it, ends: the time since the last mark is its own. */
  end(phase: Phase): void {
    if (!this.#isReading) return;
    const now = this.#now();
    const passed = now - this.#mark[0]!;
    const i = PHASES.indexOf(phase);
    this.#mark[0] = now;
    this.#milliseconds[i]! += passed;
    if (this.#isTypical) this.#shares[i]! += passed;
  }
}
