import type { TopologyEdit } from "../mesh/index.js";
import { ClothWatch } from "./cloth-watch.js";
import { countAfter, type Input } from "./input.js";
import type { Knife } from "./knife.js";
import { SolidsWatch } from "./solids-watch.js";
import type { World } from "./world.js";

/** What happened in a world, step by step. All times in s. */
export interface Course {
  /** Durations of the steps in a row, each with how many of them there were. */
  steps: [duration: number, count: number][];
  /** What was done from outside before a step, with its number and the time of the world; of one step, in this order. */
  inputs: { step: number; time: number; input: Input }[];
  /** How the cloths came apart in a step by themselves. */
  edits: { step: number; time: number; cloth: number; edits: TopologyEdit[] }[];
}

/** A place in a recording, to go on from when the world is put back to the time of it. */
export interface Bookmark {
  /** How many steps and inputs there were before. */
  readonly step: number;
  readonly inputs: number;
  /** s. */
  readonly time: number;
  /** Digest after the latest step. */
  readonly hash: string;
}

/**
 * Writes down what happens in a world, from its start on: what is done to it between the steps, and how it tears. It looks
 * at the world before and after each step and needs no help of those who act on it.
 */
export class Recorder {
  readonly course: Course = { steps: [], inputs: [], edits: [] };
  stepCount = 0;
  /** Digest of the state after the latest step, before anybody has done anything. */
  hash: string;
  readonly #world: World;
  readonly #fields: World["fields"];
  readonly #cloths: ClothWatch[];
  readonly #solids: SolidsWatch;
  #isBroken = false;
  /** Where it goes on from, as long as what came after is still there. */
  #resumed: Bookmark | null = null;
  #time: number;
  #gravity!: string;
  #wind!: string;
  #substeps!: number | "auto";
  /** Where each knife goes, by its number. */
  #knives!: Map<number, string>;
  #knifeCount!: number;

  /** @throws Error where the world has begun already, or holds what cannot be written down. */
  constructor(world: World) {
    if (world.tally.steps > 0) {
      throw new Error(
        `record: the world has made ${world.tally.steps} steps already, a recording begins at its start; call reset()`,
      );
    }
    this.#world = world;
    this.#fields = [...world.fields];
    this.#cloths = world.cloths.map((cloth) => new ClothWatch(cloth));
    this.#solids = new SolidsWatch(world.solids);
    this.hash = world.hash();
    this.#time = world.time;
    this.#lookAtAir();
    this.#lookAtKnives();
    world.recorder = this;
  }

  /** Stops; what is written stays. */
  stop(): void {
    if (this.#world.recorder === this) this.#world.recorder = null;
  }

  /** Whether the world was put back, and what came after that time was not given up yet. */
  get isBack(): boolean {
    return this.#resumed !== null;
  }

  /**
   * A place to come back to, between two steps. What was done to the world since the latest step is written down at once, so
   * that it belongs to the state that is captured here. Whatever came after this time is given up.
   */
  bookmark(): Bookmark {
    this.#check();
    this.#goOn();
    if (this.#note()) this.#look();
    const { stepCount: step, hash } = this;
    return { step, inputs: this.course.inputs.length, time: this.#time, hash };
  }

  /**
   * The world was put to the time of a bookmark, by `restore` of the state that was captured there: goes on from there. To be
   * called before anything is done to the world. What came after stays until something else happens.
   *
   * @throws Error where the world is at another time.
   */
  resume(bookmark: Bookmark): void {
    const { step, time, hash } = bookmark;
    if (this.#world.time !== time) {
      throw new Error(
        `record: the bookmark is of ${time} s, and the world is at ${this.#world.time} s`,
      );
    }
    this.#resumed = bookmark;
    this.#isBroken = false;
    this.stepCount = step;
    this.#time = time;
    this.hash = hash;
    this.#look();
  }

  /** Called by the world when it goes to another time, or to another course of the same time. */
  breakOff(): void {
    this.#isBroken = true;
  }

  /** Called by the world before a step. */
  beforeStep(duration: number): void {
    this.#check();
    this.#goOn();
    this.#note();
    const { steps } = this.course;
    const latest = steps.at(-1);
    if (latest?.[0] === duration) latest[1]++;
    else steps.push([duration, 1]);
  }

  /** Called by the world after a step. */
  afterStep(): void {
    const { time } = this.#world;
    for (const [cloth, watch] of this.#cloths.entries()) {
      const edits = watch.newEdits();
      if (edits.length > 0) this.course.edits.push({ step: this.stepCount, time, cloth, edits });
      watch.look();
    }
    this.#solids.look();
    this.hash = this.#world.hash();
    this.#lookAtKnives(); // those that follow a path have moved
    this.#time = time;
    this.stepCount++;
  }

  #look(): void {
    for (const watch of this.#cloths) watch.look();
    this.#solids.look();
    this.#lookAtAir();
    this.#lookAtKnives();
  }

  #lookAtAir(): void {
    const { gravity, wind, solver } = this.#world;
    this.#gravity = JSON.stringify(gravity);
    this.#wind = JSON.stringify(wind);
    this.#substeps = solver.substeps;
  }

  #lookAtKnives(): void {
    this.#knives = waysOf(this.#world.knives);
    this.#knifeCount = this.#world.knifeCount;
  }

  /** Gives up what came after the time that the world was put back to. */
  #goOn(): void {
    if (this.#resumed === null) return;
    const { step, inputs } = this.#resumed;
    this.#resumed = null;
    const { course } = this;
    course.inputs.length = inputs;
    while (course.edits.length > 0 && course.edits.at(-1)!.step >= step) course.edits.pop();
    let left = step;
    const runs = course.steps.findIndex(([, count]) => (left -= count) <= 0);
    course.steps.length = step === 0 ? 0 : runs + 1;
    if (step > 0) course.steps[runs]![1] += left;
  }

  /** Writes down what was done since the last look; false: nothing. */
  #note(): boolean {
    const input = this.#takeInput();
    if (input === null) return false;
    this.course.inputs.push({ step: this.stepCount, time: this.#time, input });
    return true;
  }

  #check(): void {
    const { time, fields, cloths } = this.#world;
    const isOther = cloths.some((cloth, i) => cloth !== this.#cloths[i]!.cloth);
    if (this.#isBroken || time !== this.#time || isOther) {
      throw new Error(
        "record: the world was put to another time; a recording goes on without a break, make a new one",
      );
    }
    if (fields.length !== this.#fields.length || fields.some((f, i) => f !== this.#fields[i])) {
      throw new Error("record: world.fields was changed, which cannot be written down");
    }
    this.#solids.check();
    for (const watch of this.#cloths) watch.checkMasses();
  }

  #addKnives(input: Input): void {
    const { knives, knifeCount } = this.#world;
    const ways = waysOf(knives);
    const isSame =
      ways.size === this.#knives.size &&
      knives.every(({ knife }) => ways.get(knife) === this.#knives.get(knife));
    if (!isSame) {
      input.knives = knives.map(({ knife, blade: { from, to }, state }) =>
        this.#knives.has(knife) ? { knife, from, to } : state,
      );
    }
    if (knifeCount !== countAfter(this.#knifeCount, knives)) input.knifeCount = knifeCount;
    this.#knives = ways;
  }

  #takeInput(): Input | null {
    const { gravity, wind, solver } = this.#world;
    const input: Input = {};
    const gravityNow = JSON.stringify(gravity);
    const windNow = JSON.stringify(wind);
    if (gravityNow !== this.#gravity) input.gravity = [...gravity];
    if (windNow !== this.#wind) input.wind = JSON.parse(windNow) as typeof wind;
    if (solver.substeps !== this.#substeps) input.substeps = solver.substeps;
    this.#gravity = gravityNow;
    this.#wind = windNow;
    this.#substeps = solver.substeps;
    this.#addKnives(input);
    this.#solids.addTo(input);
    const cloths = this.#cloths.flatMap((watch, i) => watch.takeInput(i) ?? []);
    if (cloths.length > 0) input.cloths = cloths;
    return Object.keys(input).length === 0 ? null : input;
  }
}

/** Where each knife goes, by its number. */
function waysOf(knives: readonly Knife[]): Map<number, string> {
  return new Map(
    knives.map(({ knife, blade }) => [knife, `${blade.from.join()} ${blade.to.join()}`]),
  );
}
