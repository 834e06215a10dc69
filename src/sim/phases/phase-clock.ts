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
/** So many substeps of a step are read, in the mean. */
const READS_PER_STEP = 3;

declare const performance: { now(): number };

/**
 * Tells how long each phase took. Only reports read it; it never steers the simulation.
 *
 * Every reading of the clock leaves a number on the heap. So a few substeps of each step are read, by chance, and what the
 * others take is divided among the phases as those divided theirs: which comes out right in the mean over some steps.
 */
export class PhaseClock {
  // Typed arrays, because a number kept in an object is a new object at every change.
  readonly #milliseconds = new Float64Array(PHASES.length);
  readonly #mark = new Float64Array(1);
  /** What each phase took in the substeps that were read, the later the more. */
  readonly #shares = new Float64Array(PHASES.length);
  readonly #now: () => number;
  #isReading = true;
  /** Whether what is read goes into the shares. */
  #isTypical = false;
  /** Substeps of this step so far. */
  #count = 0;
  /** From one substep that is read to the next, in the mean. */
  #stride = 8;
  /** Until the next one that is read. */
  #wait = 1;
  #chance = 1;

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
    if (this.#count > 0) this.#stride = Math.max(1, Math.floor(this.#count / READS_PER_STEP));
    this.#count = 0;
    this.#isReading = true;
    this.#isTypical = false;
    this.#mark[0] = this.#now();
  }

  /** A substep begins. */
  startSubstep(): void {
    this.#count++;
    if (--this.#wait > 0) {
      this.#isReading = false;
      return;
    }
    // From 1 to twice the stride, less 1: a fixed stride might meet the same substep of every step. Whole numbers, because
    // what `Random` returns would be boxed.
    this.#chance = (Math.imul(this.#chance, 1103515245) + 12345) & 0x7fffffff;
    this.#wait = 1 + ((this.#chance >> 16) % (2 * this.#stride - 1));
    this.resume();
    this.#isTypical = true;
    for (let i = 0; i < PHASES.length; i++) this.#shares[i]! *= LASTING;
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
