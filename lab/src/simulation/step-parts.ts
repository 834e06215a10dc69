import type { World } from "tatter";
import { MAX_IMPLICIT_SUBSTEP } from "tatter/solvers";

/** The finest division of a step; a power of two, so that the parts add up exactly. */
const PARTS = 1024;
/** A part that takes longer than this is halved, one that takes much less is doubled, ms. */
const LONG_PART = 100;
const SHORT_PART = 40;

/**
 * Takes the steps of a world in parts where a whole one would take long: an explicit solver may need a thousand substeps
 * for it, the implicit one a second for the solves of a few. Frames keep coming, and commands are answered in between.
 *
 * A cloth that tears at the end of a step does so at the end of a whole one alone, as it would without parts: a tear runs
 * on by one particle a step, and must not run the faster the slower the machine is.
 */
export class StepParts {
  readonly #world: World;
  /** Parts of the step under way that are done. */
  #done = 0;
  /** Parts to take at once. */
  #size: number;
  readonly #smallest: number;
  /** What has been measured since the last whole step's worth of parts. */
  #measured = nothing();
  #mean: Omit<Measured, "parts"> | null = null;

  readonly #setOut: (duration: number) => void;

  /** @param setOut Called before each part, with its duration, s. */
  constructor(world: World, setOut: (duration: number) => void = () => {}) {
    this.#world = world;
    this.#setOut = setOut;
    this.#smallest = smallestPart(world);
    this.#size = this.#smallest; // how long it takes shows in the first part
  }

  /** Whether a step is begun and not done. */
  get isUnderWay(): boolean {
    return this.#done > 0;
  }

  /** For a whole step; as well as it can be told when none is complete yet. */
  get msPerStep(): number {
    return this.#mean?.milliseconds ?? this.#whole(this.#measured.milliseconds);
  }

  /** Of a whole step. */
  get substeps(): number {
    return Math.round(this.#mean?.substeps ?? this.#whole(this.#measured.substeps));
  }

  /** Newton's, of a whole step. */
  get iterations(): number {
    return Math.round(this.#mean?.iterations ?? this.#whole(this.#measured.iterations));
  }

  /** Goes on for a moment, at most to the end of the step. True: that is reached. */
  advance(): boolean {
    const began = performance.now();
    do this.#takePart();
    while (this.#done > 0 && performance.now() - began < SHORT_PART);
    return this.#done === 0;
  }

  /** The cloth is another one from now on: measures anew. */
  forget(): void {
    this.#measured = nothing();
    this.#mean = null;
  }

  /** The world is at the start of a step, whatever it was doing. */
  restart(): void {
    this.#done = 0;
  }

  #takePart(): void {
    const world = this.#world;
    const size = Math.min(this.#size, PARTS - this.#done);
    const began = performance.now();
    const duration = (world.solver.step * size) / PARTS;
    this.#setOut(duration);
    if (this.#done + size === PARTS) world.step(duration);
    else stepWithoutItsEnd(world, duration);
    const took = performance.now() - began;
    this.#done = (this.#done + size) % PARTS;
    this.#measure(size, took);
    if (took > LONG_PART) this.#size = Math.max(this.#smallest, this.#size / 2);
    else if (took < SHORT_PART && size === this.#size) this.#size = Math.min(PARTS, 2 * size);
  }

  #measure(size: number, took: number): void {
    const measured = this.#measured;
    measured.parts += size;
    measured.milliseconds += took;
    measured.substeps += this.#world.stats.substeps;
    measured.iterations += this.#world.stats.iterations;
    if (measured.parts < PARTS) return;
    const milliseconds = this.#whole(measured.milliseconds);
    // Quick steps are averaged, slow ones say enough by themselves.
    const weight = Math.min(1, 0.1 + milliseconds / 1000);
    const before = this.#mean?.milliseconds ?? milliseconds;
    this.#mean = {
      milliseconds: before + weight * (milliseconds - before),
      substeps: this.#whole(measured.substeps),
      iterations: this.#whole(measured.iterations),
    };
    this.#measured = nothing();
  }

  #whole(ofMeasured: number): number {
    const { parts } = this.#measured;
    return parts === 0 ? 0 : (ofMeasured * PARTS) / parts;
  }
}

interface Measured {
  parts: number;
  milliseconds: number;
  substeps: number;
  /** Newton's. */
  iterations: number;
}

function nothing(): Measured {
  return { parts: 0, milliseconds: 0, substeps: 0, iterations: 0 };
}

/** The smallest part that is of any use: all of them together cost no more than the step as a whole. */
function smallestPart({ solver: { type, substeps, step } }: World): number {
  if (substeps !== "auto") return PARTS; // each part would take that many
  if (type !== "implicit") return 1;
  let parts = 1;
  while (2 * parts * solvesIn(step / (2 * parts)) <= solvesIn(step)) parts *= 2;
  return PARTS / parts;
}

/** The fewest that implicit needs for so many seconds: a part that is shorter than its longest substep takes one all the same. */
function solvesIn(duration: number): number {
  return Math.max(1, Math.ceil(duration / MAX_IMPLICIT_SUBSTEP - 1e-9));
}

/** What tears within steps goes on doing so. */
function stepWithoutItsEnd(world: World, duration: number): void {
  const waiting = world.cloths
    .filter(({ tears }) => tears.resolve === "step")
    .map((cloth) => ({ cloth, tearing: cloth.tearing }));
  for (const { cloth } of waiting) cloth.tearing = null;
  try {
    world.step(duration);
  } finally {
    for (const { cloth, tearing } of waiting) cloth.tearing = tearing;
  }
}
