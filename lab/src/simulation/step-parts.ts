import type { World } from "tatter";
import { MAX_IMPLICIT_SUBSTEP } from "tatter/solvers";

/** Finest division of a step. A power of two, so that the parts add up exactly. */
const PARTS = 1024;
/** A part that takes longer is halved. One that takes less than the short limit is doubled, ms. */
const LONG_PART = 100;
const SHORT_PART = 40;

/**
 * Divides the steps of a world into parts if a whole step would take long: an explicit solver may need a thousand
 * substeps, the implicit one may take a second for a few solves. So frames keep coming, and commands are handled in
 * between.
 *
 * A cloth that tears at the end of a step still does so only at the end of a whole one. A tear advances by one particle
 * per step, so its speed must not depend on the machine.
 */
export class StepParts {
  readonly #world: World;
  /** Finished parts of the current step. */
  #done = 0;
  /** Parts to take at once. */
  #size: number;
  readonly #smallest: number;
  /** Measurements since the last complete set of parts. */
  #measured = noMeasurements();
  #mean: Omit<Measured, "parts"> | null = null;

  readonly #beforePart: (duration: number) => void;

  /** @param beforePart Called before each part, with its duration, s. */
  constructor(world: World, beforePart: (duration: number) => void = () => {}) {
    this.#world = world;
    this.#beforePart = beforePart;
    this.#smallest = smallestPart(world);
    this.#size = this.#smallest; // the first part shows how long parts take
  }

  /** True within a step. */
  get isWithinStep(): boolean {
    return this.#done > 0;
  }

  /** Computing time of a whole step, ms. An estimate before the first one is complete. */
  get msPerStep(): number {
    return this.#mean?.milliseconds ?? this.#whole(this.#measured.milliseconds);
  }

  /** Per whole step. */
  get substeps(): number {
    return Math.round(this.#mean?.substeps ?? this.#whole(this.#measured.substeps));
  }

  /** Newton iterations per whole step. */
  get iterations(): number {
    return Math.round(this.#mean?.iterations ?? this.#whole(this.#measured.iterations));
  }

  /** Advances for a short time, at most to the end of the step. Returns true at the end. */
  advance(): boolean {
    const began = performance.now();
    do this.#takePart();
    while (this.#done > 0 && performance.now() - began < SHORT_PART);
    return this.#done === 0;
  }

  /** Restarts the measurements, for a changed cloth. */
  forget(): void {
    this.#measured = noMeasurements();
    this.#mean = null;
  }

  /** Call it when the world is at the start of a step. */
  restart(): void {
    this.#done = 0;
  }

  #takePart(): void {
    const world = this.#world;
    const size = Math.min(this.#size, PARTS - this.#done);
    const began = performance.now();
    const duration = (world.solver.step * size) / PARTS;
    this.#beforePart(duration);
    if (this.#done + size === PARTS) world.step(duration);
    else stepWithoutTearing(world, duration);
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
    // Fast steps are averaged. Slow ones are accurate on their own.
    const weight = Math.min(1, 0.1 + milliseconds / 1000);
    const before = this.#mean?.milliseconds ?? milliseconds;
    this.#mean = {
      milliseconds: before + weight * (milliseconds - before),
      substeps: this.#whole(measured.substeps),
      iterations: this.#whole(measured.iterations),
    };
    this.#measured = noMeasurements();
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
  /** Newton iterations. */
  iterations: number;
}

function noMeasurements(): Measured {
  return { parts: 0, milliseconds: 0, substeps: 0, iterations: 0 };
}

/** Returns the smallest useful part: all parts together must not cost more than a whole step. */
function smallestPart({ solver: { type, substeps, step, linear } }: World): number {
  if (substeps !== "auto") return PARTS; // each part would take this number of substeps
  if (linear === "multigrid") return PARTS; // fast, and its bits must not depend on the speed of the machine
  if (type !== "implicit") return 1;
  let parts = 1;
  while (2 * parts * solvesIn(step / (2 * parts)) <= solvesIn(step)) parts *= 2;
  return PARTS / parts;
}

/**
 * Returns the minimum number of implicit substeps for a duration, s. A part shorter than the longest substep still
 * takes one.
 */
function solvesIn(duration: number): number {
  return Math.max(1, Math.ceil(duration / MAX_IMPLICIT_SUBSTEP - 1e-9));
}

/** Steps without the tearing at the end of a step. Cloths that tear within steps still do. */
function stepWithoutTearing(world: World, duration: number): void {
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
