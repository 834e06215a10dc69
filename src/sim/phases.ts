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

export type Phase = (typeof PHASES)[number];

declare const performance: { now(): number };

/** Tells how long each phase took. Only reports read it; it never steers the simulation. */
export class PhaseClock {
  // Typed arrays, because a number kept in an object is a new object at every change.
  readonly #milliseconds = new Float64Array(PHASES.length);
  readonly #mark = new Float64Array(1);

  /** Milliseconds of each phase since the start of the world. */
  get milliseconds(): Record<Phase, number> {
    const entries = PHASES.map((phase, i) => [phase, this.#milliseconds[i]!] as const);
    return Object.fromEntries(entries) as Record<Phase, number>;
  }

  /** A step begins. */
  start(): void {
    this.#mark[0] = performance.now();
  }

  /** A phase, or a part of it, ends: the time since the last mark is its own. */
  end(phase: Phase): void {
    const now = performance.now();
    this.#milliseconds[PHASES.indexOf(phase)]! += now - this.#mark[0]!;
    this.#mark[0] = now;
  }
}
