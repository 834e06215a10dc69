import { Snapshot } from "../../math/snapshot.js";
import type { TopologyEdit } from "../../mesh/index.js";
import type { ChangeTracker, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { Solids } from "../environment/solids.js";
import type { Field } from "../options/options.js";
import type { InputLog } from "./input-log.js";
import { commonEdits } from "./edits.js";
import type { ClothInput, Input } from "./input.js";

/** The parts of a world that a recorder reads. */
export interface RecordedWorld {
  readonly time: number;
  readonly stats: { readonly steps: number };
  readonly fields: readonly Field[];
  /** @internal */
  readonly solids: Solids;
  readonly stores: StoreList;
  readonly cloths: readonly WorldCloth[];
  /** @internal */
  recorder: Recorder | null;
  /** Digest of the state. */
  hash(): string;
}

/** A position in a recording, to continue from when the world is restored to that time. */
export interface Bookmark {
  /** Number of steps before it. */
  readonly step: number;
  /** Number of inputs before it. */
  readonly inputs: number;
  /** Time of the world, s. */
  readonly time: number;
  /** Digest of the state after the latest step. */
  readonly hash: string;
}

/**
 * Records a world from its start: what is done to it between steps, and how it tears. It compares the world before and
 * after each step, so no other code has to report to it.
 */
export class Recorder {
  /** The recording so far. */
  readonly log: InputLog = { steps: [], inputs: [], edits: [] };
  /** Number of recorded steps. */
  stepCount = 0;
  /** Digest of the state after the latest step, before any input. */
  hash: string;
  readonly #world: RecordedWorld;
  readonly #fields: readonly Field[];
  readonly #stores: ChangeTracker;
  readonly #cloths: ClothTracker[];
  #isBroken = false;
  /** The bookmark that it was resumed at, until a new step or input discards what came after. */
  #resumed: Bookmark | null = null;
  #time: number;

  /** @throws Error if the world has made a step already, or contains anything that cannot be recorded. */
  constructor(world: RecordedWorld) {
    if (world.stats.steps > 0) {
      throw new Error(
        `record: expected a world at its start, got one after ${world.stats.steps} steps; call reset()`,
      );
    }
    this.#world = world;
    this.#fields = [...world.fields];
    checkSolids(world.solids);
    this.#stores = world.stores.track();
    const { state } = world.solids;
    // Moves of colliders from code before the first step are inputs too.
    this.#stores.assume("solids", { ...state, colliders: state.colliders.map(() => null) });
    this.#cloths = world.cloths.map((cloth) => new ClothTracker(cloth));
    this.hash = world.hash();
    this.#time = world.time;
    world.recorder = this;
  }

  /** Stops recording. What is recorded stays. */
  stop(): void {
    if (this.#world.recorder === this) this.#world.recorder = null;
  }

  /** True if the recorder was resumed at a bookmark, and later steps are not discarded yet. */
  get isBack(): boolean {
    return this.#resumed !== null;
  }

  /**
   * A position to return to, between two steps. Inputs since the latest step are recorded first, so that they belong to
   * the state captured here. Discards what came after this time.
   */
  bookmark(): Bookmark {
    this.#check();
    this.#discardLater();
    if (this.#recordInput()) this.#track();
    const { stepCount: step, hash } = this;
    return { step, inputs: this.log.inputs.length, time: this.#time, hash };
  }

  /**
   * Continues from a bookmark, after `World.restore` of the state that was captured there. Call it before anything is
   * done to the world. What came after stays until a new step or input.
   *
   * @throws Error if the world is at another time.
   */
  resume(bookmark: Bookmark): void {
    const { step, time, hash } = bookmark;
    if (this.#world.time !== time) {
      throw new Error(
        `record: expected a world at ${time} s, the time of the bookmark, got one at ${this.#world.time} s`,
      );
    }
    this.#resumed = bookmark;
    this.#isBroken = false;
    this.stepCount = step;
    this.#time = time;
    this.hash = hash;
    this.#track();
  }

  /** The world calls this when its state is replaced: the recording cannot continue. */
  breakOff(): void {
    this.#isBroken = true;
  }

  /** The world calls this before a step. */
  beforeStep(duration: number): void {
    this.#check();
    this.#discardLater();
    this.#recordInput();
    const { steps } = this.log;
    const latest = steps.at(-1);
    if (latest?.[0] === duration) latest[1]++;
    else steps.push([duration, 1]);
  }

  /** The world calls this after a step. */
  afterStep(): void {
    const { time } = this.#world;
    for (const [cloth, tracker] of this.#cloths.entries()) {
      const edits = tracker.newEdits();
      if (edits.length > 0) this.log.edits.push({ step: this.stepCount, time, cloth, edits });
    }
    this.#track();
    this.hash = this.#world.hash();
    this.#time = time;
    this.stepCount++;
  }

  #track(): void {
    this.#stores.setBaseline();
    for (const tracker of this.#cloths) tracker.track();
  }

  /** Discards what came after the bookmark that it was resumed at. */
  #discardLater(): void {
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

  /** Records what was done since the last step; false: nothing. */
  #recordInput(): boolean {
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
        "record: expected a world that only moves forward, got one that was restored or reset; make a new recorder",
      );
    }
    if (fields.length !== this.#fields.length || fields.some((f, i) => f !== this.#fields[i])) {
      throw new Error(
        "record: expected the same world.fields as at the start; changes of fields cannot be recorded",
      );
    }
    checkNotDriven(solids);
    for (const tracker of this.#cloths) tracker.checkMasses();
  }
}

/** @throws Error if there are solids that are not in the options: they cannot be recorded. */
function checkSolids(solids: Solids): void {
  checkNotDriven(solids);
  const { balls, ballCount, scheduledCount } = solids;
  if (ballCount === scheduledCount && balls.length === scheduledCount) return;
  throw new Error(
    "record: expected a world at its start, but balls were added or removed already; call reset()",
  );
}

/** @throws Error if another simulation moves a body. */
function checkNotDriven({ driven }: Solids): void {
  if (driven.length === 0) return;
  throw new Error(
    "record: expected no bodies of world.addBody, which another simulation moves; call removeBody first",
  );
}

/** A cloth after the latest step, to find what changed since. */
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
    this.track();
  }

  track(): void {
    const { edits, solver, givenMaterial, particles } = this.cloth;
    this.#edits = edits.slice();
    this.#built = solver.built;
    this.#material = givenMaterial;
    this.#masses.take(particles.masses, particles.count);
    this.#stores.setBaseline();
  }

  /** Edits that were made since the last step. */
  newEdits(): TopologyEdit[] {
    return this.cloth.edits.slice(this.#edits.length);
  }

  /** What was done to the cloth since the last step; null: nothing. */
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

  /**
   * Masses follow from the material and the mesh. If neither changed, the masses must be the same.
   *
   * @throws Error if a mass was set from code.
   */
  checkMasses(): void {
    const { edits, givenMaterial, particles } = this.cloth;
    const hasSameMesh = edits.length === this.#edits.length && edits.at(-1) === this.#edits.at(-1);
    if (givenMaterial !== this.#material || !hasSameMesh) return;
    const changed = this.#masses.firstDifference(particles.masses);
    if (changed === -1) return;
    throw new Error(
      `record: expected the same mass of particle ${changed}, which was set from code; change the density of the material`,
    );
  }
}
