import { PHASES, type Phase, type World } from "../sim/index.js";

/** Steps at the start of a run that are left out, because the engine still compiles and optimizes the code. */
const WARM_UP_STEPS = 10;
/** A run of at most this many steps is too short to leave steps out. */
const SHORT_RUN = 30;

const SOLVE = PHASES.indexOf("solve");

/** Computing time of one phase of the step. */
export interface PhaseProfile {
  /** ms. */
  total: number;
  /** Mean of all steps, ms. */
  perStep: number;
  /** Largest time in any step, ms. */
  max: number;
  /** Fraction of the time of all phases. */
  share: number;
}

/**
 * Computing time of the steps of a run, as `tatter run --profile` shows it. Loading the scene and writing files are not
 * included. The clock times about three substeps per step and estimates the others from them.
 */
export interface RunProfile {
  /** Steps that were measured. */
  steps: number;
  /** Steps before them that are left out, because the engine still compiled the code; 0 in a run of 30 steps or less. */
  warmUpSteps: number;
  /** Mean number of substeps per step. */
  substeps: number;
  /** Particles at the end. */
  particles: number;
  /** Elements (constraints) of all cloths at the end. */
  elements: number;
  solver: string;
  /** Name of the implementation of the inner loops. */
  kernels: string;
  /** Mean time of a step, ms. */
  msPerStep: number;
  /** Time of the longest step, ms. */
  maxMsPerStep: number;
  /** Simulated time over computing time; null without steps. */
  realTimeFactor: number | null;
  /** Time of `solve` per element and substep, ns; null without steps or elements. */
  solveNanoseconds: number | null;
  phases: Record<Phase, PhaseProfile>;
}

/** Measures the steps of a world. */
export class Profiler {
  readonly #world: World;
  readonly #warmUp = new Sums();
  readonly #later = new Sums();
  /** Times of the clock after the latest step, ms. */
  #clock: number[];
  /** Time of the world after the latest step, s. */
  #time: number;
  #edits = -1;
  #elements = 0;

  constructor(world: World) {
    this.#world = world;
    this.#time = world.time;
    this.#clock = this.#readClock();
  }

  /** Call it after each step. */
  stepped(): void {
    const { time, stats } = this.#world;
    const clock = this.#readClock();
    const phases = clock.map((milliseconds, i) => milliseconds - this.#clock[i]!);
    const sums = this.#warmUp.steps < WARM_UP_STEPS ? this.#warmUp : this.#later;
    sums.add(phases, time - this.#time, stats.substeps, this.#countElements());
    this.#clock = clock;
    this.#time = time;
  }

  /** The profile of all steps so far. */
  get profile(): RunProfile {
    const [warmUp, later] = [this.#warmUp, this.#later];
    const isShort = warmUp.steps + later.steps <= SHORT_RUN;
    const sums = isShort ? Sums.of(warmUp, later) : later;
    const { solver, kernels, cloths } = this.#world;
    const { steps } = sums;
    const total = sums.phases.reduce((sum, milliseconds) => sum + milliseconds, 0);
    const phases = PHASES.map((phase, i) => [phase, phaseProfile(sums, i, total)] as const);
    return {
      steps,
      warmUpSteps: isShort ? 0 : warmUp.steps,
      substeps: rounded(sums.substeps / Math.max(1, steps)),
      particles: cloths.reduce((sum, { particles }) => sum + particles.count, 0),
      elements: this.#countElements(),
      solver: solver.type,
      kernels: kernels.name,
      msPerStep: rounded(total / Math.max(1, steps)),
      maxMsPerStep: rounded(sums.maxStep),
      realTimeFactor: total === 0 ? null : rounded((1000 * sums.seconds) / total),
      solveNanoseconds:
        sums.elementSubsteps === 0
          ? null
          : rounded((1e6 * sums.phases[SOLVE]!) / sums.elementSubsteps),
      phases: Object.fromEntries(phases) as Record<Phase, PhaseProfile>,
    };
  }

  #readClock(): number[] {
    const { milliseconds } = this.#world.clock;
    return PHASES.map((phase) => milliseconds[phase]);
  }

  /** Number of elements. Only tears and cuts change it. */
  #countElements(): number {
    const { cloths } = this.#world;
    const edits = cloths.reduce((sum, cloth) => sum + cloth.edits.length, 0);
    if (edits === this.#edits) return this.#elements;
    this.#edits = edits;
    this.#elements = 0;
    for (const kind of cloths.flatMap(({ elements }) => elements)) {
      for (let i = 0; i < kind.count; i++) if (kind.isAlive(i)) this.#elements++;
    }
    return this.#elements;
  }
}

/** Sums over some steps. */
class Sums {
  steps = 0;
  substeps = 0;
  /** Simulated time, s. */
  seconds = 0;
  /** Sum of elements × substeps over the steps. */
  elementSubsteps = 0;
  /** Longest step, ms. */
  maxStep = 0;
  /** ms, in the order of the step. */
  readonly phases = PHASES.map(() => 0);
  readonly maxPhases = PHASES.map(() => 0);

  static of(...parts: readonly Sums[]): Sums {
    const all = new Sums();
    for (const part of parts) {
      all.steps += part.steps;
      all.substeps += part.substeps;
      all.seconds += part.seconds;
      all.elementSubsteps += part.elementSubsteps;
      all.maxStep = Math.max(all.maxStep, part.maxStep);
      for (let i = 0; i < PHASES.length; i++) {
        all.phases[i]! += part.phases[i]!;
        all.maxPhases[i] = Math.max(all.maxPhases[i]!, part.maxPhases[i]!);
      }
    }
    return all;
  }

  add(phases: readonly number[], seconds: number, substeps: number, elements: number): void {
    this.steps++;
    this.substeps += substeps;
    this.seconds += seconds;
    this.elementSubsteps += elements * substeps;
    let step = 0;
    for (const [i, milliseconds] of phases.entries()) {
      step += milliseconds;
      this.phases[i]! += milliseconds;
      this.maxPhases[i] = Math.max(this.maxPhases[i]!, milliseconds);
    }
    this.maxStep = Math.max(this.maxStep, step);
  }
}

function phaseProfile(
  { steps, phases, maxPhases }: Sums,
  phase: number,
  all: number,
): PhaseProfile {
  const total = phases[phase]!;
  return {
    total: rounded(total),
    perStep: rounded(total / Math.max(1, steps)),
    max: rounded(maxPhases[phase]!),
    share: rounded(all === 0 ? 0 : total / all),
  };
}

/** Rounds to the digits that a clock can give. */
function rounded(value: number): number {
  return Number(value.toFixed(4));
}
