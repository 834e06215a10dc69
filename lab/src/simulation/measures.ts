import { energyOf, centerOfMass, PHASES, type Vec3Tuple, type World } from "tatter";

/** Maximum number of clamps that are reported. If there are more, those with the largest forces. */
const CLAMPS = 4;
/** Maximum fraction of the step time for readings. If they take more, steps are skipped. */
const BUDGET = 0.05;
/** Maximum number of skipped steps in a row. A reading that was interrupted looks far more expensive than it is. */
const MAX_UNREAD = 30;
/** Weight of the latest reading in the mean cost, because browser clocks are coarse. */
const NEWEST_WEIGHT = 0.1;

/** Values of one whole step. */
export interface StepSample {
  /** Whole steps so far, including this one. */
  frame: number;
  /** s. */
  time: number;
  /** Total, and in this step. */
  tears: number;
  newTears: number;
  /** ms, in the order of the step. */
  phases: number[];
  /** Largest strain of any edge before it tore. */
  strain: number;
  /** Null while the plots are closed, and in skipped steps. */
  readings: Readings | null;
}

/** Values that are expensive to measure. */
export interface Readings {
  /** J. Gravity is relative to the initial center of mass of the cloth. */
  kinetic: number;
  gravity: number;
  elastic: number;
  /** Number of pins. */
  clampCount: number;
  /** N, at most `CLAMPS`, in the order of the pins. If there are more pins: the largest forces, largest first. */
  clamps: number[];
  /** N, sum over all grabs. */
  grabs: number;
}

/** Measures every whole step, for the plots. */
export class Measures {
  readonly #world: World;
  #isShown: boolean;
  /** Reference point of the gravitational energy, m. */
  readonly #from: Vec3Tuple;
  readonly #clock = new Float64Array(PHASES.length);
  #tears = 0;
  #latest: StepSample | null = null;
  #pending: StepSample | null = null;
  /** Mean time of a reading, ms. */
  #cost = 0;
  /** Steps to skip until the next reading. */
  #unread = 0;

  /** @param isShown True if the plots are open. */
  constructor(world: World, isShown: boolean) {
    this.#world = world;
    this.#isShown = isShown;
    this.#from = centerOfMass(world);
    this.restart();
  }

  /** Call it when the world is at the start of a step, at another time than before. */
  restart(): void {
    this.#tears = this.#world.stats.tears;
    this.#readClock();
    this.#latest = this.#pending = null;
    this.#unread = 0;
  }

  /**
   * Opens or closes the plots. If they open, the latest step is read now, because the simulation may be paused.
   *
   * @param isBetweenSteps False within a step, when nothing can be read.
   */
  show(isShown: boolean, isBetweenSteps: boolean): void {
    this.#isShown = isShown;
    if (!isShown || !isBetweenSteps || this.#latest === null) return;
    this.#latest.readings = this.#read();
    this.#pending = this.#latest;
  }

  /** Records a whole step that took about `milliseconds`. */
  arrive(frame: number, milliseconds: number): void {
    const { time, stats, cloths } = this.#world;
    const newTears = stats.tears - this.#tears;
    this.#tears = stats.tears;
    const strain = Math.max(...cloths.map(({ tears }) => tears.largestStretch)) - 1;
    const phases = this.#readClock();
    const readings = this.#isShown && --this.#unread < 0 ? this.#read() : null;
    if (readings !== null) {
      this.#unread = Math.min(MAX_UNREAD, Math.floor(this.#cost / (BUDGET * milliseconds)));
    }
    this.#latest = { frame, time, tears: stats.tears, newTears, phases, strain, readings };
    this.#pending = this.#latest;
  }

  /** Returns the sample that was not sent yet, once. */
  take(): StepSample | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }

  /** Returns the time of each phase since the last call, ms. */
  #readClock(): number[] {
    const { milliseconds } = this.#world.clock;
    return PHASES.map((phase, i) => {
      const passed = milliseconds[phase] - this.#clock[i]!;
      this.#clock[i] = milliseconds[phase];
      return passed;
    });
  }

  #read(): Readings {
    const began = performance.now();
    const world = this.#world;
    const pins = world.cloths.flatMap((cloth) => cloth.pins);
    const clamps = pins.map(({ force }) => Math.hypot(...force));
    if (pins.length > CLAMPS) clamps.sort((a, b) => b - a);
    const readings = {
      ...energyOf(world, this.#from),
      clampCount: pins.length,
      clamps: clamps.slice(0, CLAMPS),
      grabs: sum(
        world.cloths.flatMap(({ grabs }) => grabs.map(({ force }) => Math.hypot(...force))),
      ),
    };
    const took = performance.now() - began;
    this.#cost += (this.#cost === 0 ? 1 : NEWEST_WEIGHT) * (took - this.#cost);
    return readings;
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
