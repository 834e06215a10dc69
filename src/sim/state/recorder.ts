import { Snapshot } from "../../math/snapshot.js";
import type { TopologyEdit } from "../../mesh/index.js";
import type { ChangeTracker, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { Solids } from "../environment/solids.js";
import type { Field } from "../options/options.js";
import type { InputLog } from "./input-log.js";
import { commonEdits } from "./edits.js";
import type { ClothInput, Input } from "./input.js";

/** What of a world is recorded. */
export interface RecordedWorld {
  readonly time: number;
  readonly stats: { readonly steps: number };
  readonly fields: readonly Field[];
  readonly solids: Solids;
  readonly stores: StoreList;
  readonly cloths: readonly WorldCloth[];
  recorder: Recorder | null;
  /** Digest of its state. */
  hash(): string;
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
  readonly log: InputLog = { steps: [], inputs: [], edits: [] };
  stepCount = 0;
  /** Digest of the state after the latest step, before anybody has done anything. */
  hash: string;
  readonly #world: RecordedWorld;
  readonly #fields: readonly Field[];
  readonly #stores: ChangeTracker;
  readonly #cloths: ClothTracker[];
  #isBroken = false;
  /** Where it goes on from, as long as what came after is still there. */
  #resumed: Bookmark | null = null;
  #time: number;

  /** @throws Error where the world has begun already, or holds what cannot be written down. */
  constructor(world: RecordedWorld) {
    if (world.stats.steps > 0) {
      throw new Error(
        `record: the world has made ${world.stats.steps} steps already, a recording begins at its start; call reset()`,
      );
    }
    this.#world = world;
    this.#fields = [...world.fields];
    checkSolids(world.solids);
    this.#stores = world.stores.track();
    const { state } = world.solids;
    // Colliders that were moved before the first step are moved by hand, too.
    this.#stores.assume("solids", { ...state, colliders: state.colliders.map(() => null) });
    this.#cloths = world.cloths.map((cloth) => new ClothTracker(cloth));
    this.hash = world.hash();
    this.#time = world.time;
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
    return { step, inputs: this.log.inputs.length, time: this.#time, hash };
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
    const { steps } = this.log;
    const latest = steps.at(-1);
    if (latest?.[0] === duration) latest[1]++;
    else steps.push([duration, 1]);
  }

  /** Called by the world after a step. */
  afterStep(): void {
    const { time } = this.#world;
    for (const [cloth, tracker] of this.#cloths.entries()) {
      const edits = tracker.newEdits();
      if (edits.length > 0) this.log.edits.push({ step: this.stepCount, time, cloth, edits });
    }
    this.#look();
    this.hash = this.#world.hash();
    this.#time = time;
    this.stepCount++;
  }

  #look(): void {
    this.#stores.look();
    for (const tracker of this.#cloths) tracker.look();
  }

  /** Gives up what came after the time that the world was put back to. */
  #goOn(): void {
    if (this.#resumed === null) return;
    const { step, inputs } = this.#resumed;
    this.#resumed = null;
    const { log } = this;
    log.inputs.length = inputs;
    while (log.edits.length > 0 && log.edits.at(-1)!.step >= step) log.edits.pop();
    let left = step;
    const runs = log.steps.findIndex(([, count]) => (left -= count) <= 0);
    log.steps.length = step === 0 ? 0 : runs + 1;
    if (step > 0) log.steps[runs]![1] += left;
  }

  /** Writes down what was done since the last look; false: nothing. */
  #note(): boolean {
    const input: Input = {};
    const changes = this.#stores.changes({ made: false, undone: false });
    if (changes !== null) input.world = changes;
    const cloths = this.#cloths.flatMap((tracker, i) => tracker.input(i) ?? []);
    if (cloths.length > 0) input.cloths = cloths;
    if (Object.keys(input).length === 0) return false;
    this.log.inputs.push({ step: this.stepCount, time: this.#time, input });
    return true;
  }

  #check(): void {
    const { time, fields, cloths, solids } = this.#world;
    const isOther = cloths.some((cloth, i) => cloth !== this.#cloths[i]!.cloth);
    if (this.#isBroken || time !== this.#time || isOther) {
      throw new Error(
        "record: the world was put to another time; a recording goes on without a break, make a new one",
      );
    }
    if (fields.length !== this.#fields.length || fields.some((f, i) => f !== this.#fields[i])) {
      throw new Error("record: world.fields was changed, which cannot be written down");
    }
    checkNotDriven(solids);
    for (const tracker of this.#cloths) tracker.checkMasses();
  }
}

/** @throws Error where there is what the options do not tell: where it came from cannot be written down. */
function checkSolids(solids: Solids): void {
  checkNotDriven(solids);
  const { balls, ballCount, scheduledCount } = solids;
  if (ballCount === scheduledCount && balls.length === scheduledCount) return;
  throw new Error(
    "record: balls were thrown or taken out already, a recording begins at the start of the world; call reset()",
  );
}

/** @throws Error where another simulation takes part. */
function checkNotDriven({ driven }: Solids): void {
  if (driven.length === 0) return;
  throw new Error(
    "record: world.addBody lets another simulation move a body, which cannot be recorded; call removeBody first",
  );
}

/** A cloth as it was after the latest step. */
class ClothTracker {
  readonly cloth: WorldCloth;
  readonly #stores: ChangeTracker;
  #edits: readonly TopologyEdit[] = [];
  #built: WorldCloth["solver"]["built"];
  #material: object | null = null;
  readonly #masses = new Snapshot();

  constructor(cloth: WorldCloth) {
    this.cloth = cloth;
    this.#stores = cloth.stores.track();
    this.look();
  }

  look(): void {
    const { edits, solver, givenMaterial, particles } = this.cloth;
    this.#edits = edits.slice();
    this.#built = solver.built;
    this.#material = givenMaterial;
    this.#masses.keep(particles.masses, particles.count);
    this.#stores.look();
  }

  /** Those that were made since the last look. */
  newEdits(): TopologyEdit[] {
    return this.cloth.edits.slice(this.#edits.length);
  }

  /** What was done to the cloth since the last look, null: nothing. */
  input(number: number): ClothInput | null {
    const { edits, solver } = this.cloth;
    const input: ClothInput = { cloth: number };
    const common = commonEdits(edits, this.#edits);
    const undone = this.#edits.length - common;
    if (undone > 0) input.undone = undone;
    if (common < edits.length) input.edits = edits.slice(common);
    if (solver.built !== this.#built) input.rebuiltAt = solver.built!.editCount;
    const changes = this.#stores.changes({ made: common < edits.length, undone: undone > 0 });
    if (changes !== null) input.stores = changes;
    return Object.keys(input).length === 1 ? null : input;
  }

  /** Masses follow from the material and the mesh; where neither has changed, somebody has set them. */
  checkMasses(): void {
    const { edits, givenMaterial, particles } = this.cloth;
    const hasSameMesh = edits.length === this.#edits.length && edits.at(-1) === this.#edits.at(-1);
    if (givenMaterial !== this.#material || !hasSameMesh) return;
    const changed = this.#masses.firstOther(particles.masses);
    if (changed === -1) return;
    throw new Error(
      `record: the mass of particle ${changed} was changed, which cannot be written down; change the density of the material`,
    );
  }
}
