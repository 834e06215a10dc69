import { energyOf, centerOfMass, PHASES, type Vec3Tuple, type World } from "tatter";

/** Pins that are told apart; where there are more, those that bear most. */
const CLAMPS = 4;
/** The part of the time of a step that costly readings may take; where they would take more, steps go unread. */
const BUDGET = 0.05;
/** The most of them in a row: a reading that was interrupted seems to cost far more than it does. */
const MAX_UNREAD = 30;
/** How much the latest reading says of what readings cost: clocks of browsers are coarse. */
const NEWEST_WEIGHT = 0.1;

/** What there is to tell of one whole step. */
export interface StepSample {
  /** Whole steps so far, with this one. */
  frame: number;
  /** s. */
  time: number;
  /** So far, and in this step. */
  tears: number;
  newTears: number;
  /** ms, in the order of the step. */
  phases: number[];
  /** Largest length over rest length of any edge before it tore, less 1. */
  strain: number;
  /** Null while nobody wants to see it, and in steps that go unread. */
  readings: Readings | null;
}

/** What costs time to find out. */
export interface Readings {
  /** J; gravity counts from where the middle of the cloth was at the start. */
  kinetic: number;
  gravity: number;
  elastic: number;
  /** How many pins there are. */
  clampCount: number;
  /** N: up to `CLAMPS` of them, in their order; where there are more, the largest, largest first. */
  clamps: number[];
  /** N, of all hands. */
  hands: number;
}

/** Takes down what every whole step was like, for plots. */
export class Measures {
  readonly #world: World;
  #isShown: boolean;
  /** Where gravity counts from, m. */
  readonly #from: Vec3Tuple;
  readonly #clock = new Float64Array(PHASES.length);
  #tears = 0;
  #latest: StepSample | null = null;
  #news: StepSample | null = null;
  /** What a reading takes, ms. */
  #cost = 0;
  /** Steps that go unread from here. */
  #unread = 0;

  /** @param isShown Whether somebody looks. */
  constructor(world: World, isShown: boolean) {
    this.#world = world;
    this.#isShown = isShown;
    this.#from = centerOfMass(world);
    this.restart();
  }

  /** The world is at the start of a step, at some other time. */
  restart(): void {
    this.#tears = this.#world.stats.tears;
    this.#readClock();
    this.#latest = this.#news = null;
    this.#unread = 0;
  }

  /**
   * Whether somebody looks; if so, the latest step is read at once, for the clock may stand still.
   *
   * @param isBetweenSteps Else there is nothing to read.
   */
  show(isShown: boolean, isBetweenSteps: boolean): void {
    this.#isShown = isShown;
    if (!isShown || !isBetweenSteps || this.#latest === null) return;
    this.#latest.readings = this.#read();
    this.#news = this.#latest;
  }

  /** A whole step is done, which took about so many ms. */
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
    this.#news = this.#latest;
  }

  /** What has not been told yet. */
  take(): StepSample | null {
    const news = this.#news;
    this.#news = null;
    return news;
  }

  /** ms of each phase since it was read last. */
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
      hands: sum(
        world.cloths.flatMap(({ grabs }) => grabs.map((hand) => Math.hypot(...hand.force))),
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
