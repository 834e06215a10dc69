/**
 * The phases of a step, in order. The code, the docs and the report use the same names.
 *
 * @example
 * import { PHASES } from "tatter";
 * console.log(PHASES.join(" → "));
 */
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

/** Name of a phase of a step. */
export type Phase = (typeof PHASES)[number];

/** Decay of the shares per measured substep. */
const SHARE_DECAY = 0.9;
/** Mean number of substeps per step that are measured. */
const READS_PER_STEP = 3;

declare const performance: { now(): number };

/**
 * Measures how long each phase takes. Only reports read it; it never affects the simulation.
 *
 * Every reading of the clock allocates a number on the heap. So only a few random substeps of each step are measured.
 * The time of the others is divided among the phases in the same proportion, which is right on average over some steps.
 */
export class PhaseClock {
  // Typed arrays, because a number in a field of an object would be boxed at every change.
  readonly #milliseconds = new Float64Array(PHASES.length);
  readonly #mark = new Float64Array(1);
  /** Time of each phase in the measured substeps, weighted toward recent ones. */
  readonly #shares = new Float64Array(PHASES.length);
  readonly #now: () => number;
  #isMeasuring = true;
  /** True if measured times count for the shares. */
  #isTypical = false;
  /** Substeps of this step so far. */
  #count = 0;
  /** Mean distance between measured substeps. */
  #stride = 8;
  /** Substeps until the next measured one. */
  #wait = 1;
  #random = 1;

  /** @param now Returns the time, ms, from any start. */
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
    this.#isMeasuring = true;
    this.#isTypical = false;
    this.#mark[0] = this.#now();
  }

  /** A substep begins. */
  startSubstep(): void {
    this.#count++;
    if (--this.#wait > 0) {
      this.#isMeasuring = false;
      return;
    }
    // From 1 to 2 × stride − 1: a fixed stride might always meet the same substep. Integers, because the result of
    // `Random` would be boxed.
    this.#random = (Math.imul(this.#random, 1103515245) + 12345) & 0x7fffffff;
    this.#wait = 1 + ((this.#random >> 16) % (2 * this.#stride - 1));
    this.resume();
    this.#isTypical = true;
    for (let i = 0; i < PHASES.length; i++) this.#shares[i]! *= SHARE_DECAY;
  }

  /** Measures again until the next substep: after the last substep, or before work that other substeps do not have. */
  resume(): void {
    this.#isTypical = false;
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
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
    } else this.#milliseconds[SOLVE]! += passed; // the clock is too coarse
  }

  /** Ends a phase, or a part of it, and adds the time since the last mark to it. */
  end(phase: Phase): void {
    if (!this.#isMeasuring) return;
    const now = this.#now();
    const passed = now - this.#mark[0]!;
    const i = PHASES.indexOf(phase);
    this.#mark[0] = now;
    this.#milliseconds[i]! += passed;
    if (this.#isTypical) this.#shares[i]! += passed;
  }
}
