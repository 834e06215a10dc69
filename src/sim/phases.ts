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

/** Tells how long each phase took, in milliseconds. Only reports read it; it never steers the simulation. */
export class PhaseClock {
  readonly milliseconds = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<
    Phase,
    number
  >;
  #mark = 0;

  /** A step begins. */
  start(): void {
    this.#mark = performance.now();
  }

  /** A phase, or a part of it, ends: the time since the last mark is its own. */
  end(phase: Phase): void {
    const now = performance.now();
    this.milliseconds[phase] += now - this.#mark;
    this.#mark = now;
  }
}
