import { checkOptions, told } from "../math/check-options.js";
import { checkVector } from "../math/check-vector.js";
import { deriveSeed } from "../math/noise.js";
import { Random } from "../math/random.js";
import type { Vector3 } from "../math/vector.js";
import type { Tear } from "../tearing/index.js";
import {
  BALL,
  DRIVEN_BODY,
  type Ball,
  type BallOptions,
  type Collider,
  type DrivenBody,
  type DrivenBodyOptions,
} from "../collision/index.js";
import { referenceKernels, type Kernels } from "../kernels/index.js";
import { cutParts, Listeners, tearEvent, type News, type WorldEvents } from "./events.js";
import {
  cutCloth,
  inWords,
  tearByHand,
  type CutDone,
  type CutMark,
  type HandCut,
  type HandTear,
} from "./cut.js";
import { checkStart } from "./blow-up.js";
import { FIELDS, noCloth, STEP, WORLD } from "./checks.js";
import type { Field } from "./fields.js";
import { inField } from "./in-field.js";
import { CUT, GRAB, KNIFE, PIN_NOW, TEAR } from "./method-checks.js";
import { Grab, type GrabOptions } from "./grab.js";
import {
  WORLD_DEFAULTS,
  type PinOptions,
  type SolverName,
  type SolverOptions,
  type Wind,
  type WorldOptions,
} from "./options.js";
import { PhaseClock } from "./phases.js";
import type { Pin } from "./pin.js";
import { Knife, knifeState, type KnifeOptions } from "./knife.js";
import type { Recorder } from "./recorder.js";
import { tellListeners } from "./finish-step.js";
import { countTotals, type Totals } from "./report.js";
import { stateHash } from "./state-hash.js";
import { newTally, type Tally } from "./tally.js";
import { stepWorld } from "./step.js";
import type { SolverChoice } from "./choose-solver.js";
import { takeSolver } from "./solver-options.js";
import { Solids } from "./solids.js";
import { Substeps, substepsFor } from "./substeps.js";
import { captureWorld, loadWorld, restoreKept, saveWorld, type WorldState } from "./world-state.js";
import { WindField } from "./wind-field.js";
import { checkWind, resolveWind } from "./wind.js";
import { WorldCloth } from "./world-cloth.js";

/** Cloths, what acts on them, and time. */
export class World {
  readonly options: WorldOptions;
  readonly kernels: Kernels;
  /** What moves the cloths. */
  readonly solver: SolverOptions & { type: SolverName };
  /** Why `auto` took this solver; null where the options name one. */
  readonly choice: SolverChoice | null;
  /** What the cloths cannot pass. */
  readonly solids: Solids;
  /** May be changed between steps. */
  gravity!: Vector3;
  /** May be changed between steps. */
  wind!: Wind;
  /** What else acts on the cloths; may be changed between steps. */
  fields!: Field[];
  windField!: WindField;
  cloths: WorldCloth[] = [];
  /** s. */
  time = 0;
  /** The substeps of the step that is under way. */
  readonly substeps = new Substeps(this);
  tally!: Tally;
  /** The knives that are drawn, and how many there have been; each has its number, as hands have. */
  readonly knives: Knife[] = [];
  knifeCount = 0;
  handCount = 0;
  /** Totals at time 0. */
  start!: Totals;
  clock!: PhaseClock;
  /** What has happened in the step so far besides tears, for listeners. */
  readonly news: News[] = [];
  /** Who writes down what happens, if anybody does. */
  recorder: Recorder | null = null;
  /** The cuts that can be taken back, the latest last: which cloth, and how many edits it had before. */
  readonly cuts: CutMark[] = [];
  /** Who is told of what happens. */
  readonly listeners = new Listeners();

  /** @throws RangeError that names the option. */
  constructor(options: WorldOptions) {
    checkOptions("", options, WORLD);
    this.options = options;
    const { solver, choice } = takeSolver(options);
    this.solver = solver;
    this.choice = choice;
    this.kernels = options.kernels ?? referenceKernels;
    this.solids = new Solids(options.colliders ?? [], options.balls ?? []);
    this.#start();
  }

  /**
   * Back to time 0, with everything as the options say: gravity, wind, fields, and new cloths in
   * `cloths`, whole again. Views and hands of the old ones follow them no longer.
   *
   * @throws RangeError that names an option that was changed to something that is none.
   */
  reset(): void {
    checkOptions("", this.options, WORLD);
    this.#start();
  }

  #start(): void {
    this.gravity = [...(this.options.gravity ?? WORLD_DEFAULTS.gravity)];
    this.wind = resolveWind(this.options.wind);
    this.fields = [...(this.options.fields ?? [])];
    const seed = this.options.seed ?? WORLD_DEFAULTS.seed;
    this.windField = new WindField(seed);
    const random = new Random(seed);
    this.cloths = this.options.cloths.map((cloth, i) =>
      inField(`cloths.${i}`, () => new WorldCloth(cloth, random, deriveSeed(seed, i), this.solver)),
    );
    if (this.solver.type === "implicit")
      for (const cloth of this.cloths) cloth.prepareImplicit(this);
    this.time = 0;
    this.handCount = 0;
    this.knifeCount = 0;
    this.knives.length = 0;
    this.solids.reset();
    this.substeps.reset();
    this.news.length = 0;
    this.cuts.length = 0;
    this.tally = newTally();
    this.start = countTotals(this.cloths);
    this.clock = new PhaseClock();
    substepsFor(this, this.solver.step); // refuses what would explode before anything moves
    checkStart(this);
  }

  /**
   * Goes on by one time step: the solver's own, or another one, s.
   *
   * @throws RangeError that names what was changed to something that is none, as `gravity`; BlowUpError.
   */
  step(dt: number = this.solver.step): void {
    checkOptions("step", dt, STEP);
    if (this.substeps.isUnderWay) {
      throw new Error("step: an earlier step was broken off half-way; call reset()");
    }
    this.#checkReplayed();
    checkVector("gravity", this.gravity);
    checkWind(this.wind);
    checkOptions("fields", this.fields, FIELDS);
    this.recorder?.beforeStep(dt);
    stepWorld(this, dt);
  }

  /** A mesh that was cut without its cloth would break the simulation, silently. */
  #checkReplayed(): void {
    for (let i = 0; i < this.cloths.length; i++) {
      const { mesh, edits } = this.cloths[i]!;
      if (mesh.editCount === edits.length) continue;
      throw new Error(
        `step: the mesh of cloth ${i} has made ${mesh.editCount} edits, but its cloth has replayed ${edits.length}; ` +
          "call cloth.replay(edit) for each",
      );
    }
  }

  /** Start of the substep that is under way, s. */
  get substepTime(): number {
    return this.time + this.substeps.start;
  }

  /** Takes hold of some cloth; null when none is within reach. The hand follows `moveTo` until `release`. */
  grab(options: GrabOptions): Grab | null {
    checkOptions("grab", options, GRAB);
    const grab = Grab.take(this.#clothFor("grab", options.cloth), options, this.handCount);
    if (grab !== null) this.handCount++;
    return grab;
  }

  /**
   * Pins some cloth where it is now, until `release` of the pin or its time; null when no free particle is selected. After
   * `reset` only the pins of the options are there.
   */
  pin(options: PinOptions & { cloth?: number }): Pin | null {
    checkOptions("pin", options, PIN_NOW);
    const { cloth: number, ...own } = options;
    const cloth = this.#clothFor("pin", number);
    const pin = inField("pin", () => cloth.addPin(own, this.time));
    if (pin.particles.length > 0) return pin;
    cloth.pins.pop();
    return null;
  }

  /**
   * Cuts some cloth by hand, at once: an edge, a vertex, or along a line over the cloth as it lies. Where it is held, both
   * sides of the cut are held from then on.
   *
   * @throws RangeError that names the field.
   */
  cut(options: HandCut & { cloth?: number }): CutDone {
    checkOptions("cut", options, CUT);
    const { cloth: number = 0, ...cut } = options;
    const cloth = this.#clothFor("cut", number);
    const before = cloth.edits.length;
    const done = inField("cut", () => cutCloth(cloth, cut));
    if (done.edits.length > 0) {
      this.cuts.push({ cloth: number, before });
      this.news.push({ type: "cut", cloth: number, ...cutParts(done.edits) });
      tellListeners(this);
    }
    return done;
  }

  /**
   * Draws a knife: whatever its blade passes through from now on is cut, until `release`. It follows `moveTo`.
   *
   * @throws RangeError that names the field.
   */
  knife(options: KnifeOptions): Knife {
    checkOptions("knife", options, KNIFE);
    if (options.cloth !== undefined) this.#clothFor("knife", options.cloth);
    const knife = inField("knife", () => {
      const state = knifeState(options, this.knifeCount, this.cloths.length);
      return inWords(() => new Knife(this, state));
    });
    this.knifeCount++;
    this.knives.push(knife);
    return knife;
  }

  /** What stands in the way of the cloths; `moveTo` of a collider moves it by hand. */
  get colliders(): readonly Collider[] {
    return this.solids.colliders;
  }

  /** The balls that are there now. */
  get balls(): readonly Ball[] {
    return this.solids.balls;
  }

  /**
   * A ball comes into the world now. After `reset` only those of the options are there.
   *
   * @throws RangeError that names the field.
   */
  throwBall(options: BallOptions): Ball {
    checkOptions("ball", options, BALL);
    return this.solids.throwBall(options);
  }

  /** Takes a ball out of the world; false where it is not in it. */
  removeBall(ball: Ball): boolean {
    return this.solids.removeBall(ball);
  }

  /**
   * Lets the cloths feel a body that another simulation moves: set its `position`, `turn`, `velocity` and `spin` before each
   * step, call `place`, and take `impulse` and `angularImpulse` after it. It is in no state and no recording.
   *
   * @throws RangeError that names the field.
   */
  couple(options: DrivenBodyOptions): DrivenBody {
    checkOptions("body", options, DRIVEN_BODY);
    return this.solids.couple(options);
  }

  /** Lets go of such a body; false where it is not in the world. */
  uncouple(body: DrivenBody): boolean {
    return this.solids.uncouple(body);
  }

  /**
   * Tears some cloth at once where you say, by the rules of its own tearing or by another path: for algorithms of your own
   * that decide what tears. What is held does not split.
   *
   * @returns Null where it cannot tear.
   * @throws RangeError that names the field.
   */
  tear(options: HandTear & { cloth?: number }): Tear | null {
    checkOptions("tear", options, TEAR);
    const { cloth: number = 0, ...where } = options;
    const cloth = this.#clothFor("tear", number);
    const tear = inField("tear", () => tearByHand(cloth, where));
    if (tear === null) return null;
    this.tally.tears++;
    this.tally.firstTearTime ??= this.time;
    if (this.listeners.has("tear")) {
      this.listeners.tell("tear", tearEvent(tear, number, this.time));
    }
    tellListeners(this);
    return tear;
  }

  /**
   * Takes the latest cut back, and all that has come apart in that cloth since. What was apart meets again, wherever it is
   * by now.
   *
   * @returns Whether there was any.
   */
  undo(): boolean {
    const cut = this.cuts.pop();
    if (cut === undefined) return false;
    const cloth = this.cloths[cut.cloth]!;
    this.takeBack(cloth, cloth.edits.length - cut.before);
    return true;
  }

  /**
   * Takes the latest edits of a cloth back.
   *
   * @throws RangeError where it is no cloth of this world, or has not made so many.
   */
  takeBack(cloth: WorldCloth, count: number): void {
    if (!this.cloths.includes(cloth)) {
      throw new RangeError(`takeBack: expected a cloth of this world, got ${told(cloth)}`);
    }
    const most = cloth.edits.length;
    if (!(Number.isInteger(count) && count >= 0 && count <= most)) {
      throw new RangeError(
        `takeBack: expected a whole number from 0 to ${most}, got ${told(count)}`,
      );
    }
    for (let i = 0; i < count; i++) cloth.undo();
    cloth.collision.forget();
    if (count > 0 && cloth.implicit !== null) cloth.prepareImplicit(this);
    cloth.pieces.update(); // what is one again is no news
  }

  #clothFor(caller: string, number = 0): WorldCloth {
    const cloth = this.cloths[number];
    if (cloth === undefined) {
      throw new RangeError(`${caller}.cloth: ${noCloth(number, this.cloths.length)}`);
    }
    return cloth;
  }

  /**
   * Calls back at the end of a step: for every `tear`, every `tear-off` of a pin, every `open` of a seam, every `cut` of a
   * knife and every `piece` that came off; for what is cut or torn by hand, at once. Returns the way to stop it.
   *
   * @throws RangeError where there is no such event, or nothing to call.
   */
  on<Type extends keyof WorldEvents>(
    type: Type,
    listener: (event: WorldEvents[Type]) => void,
  ): () => void {
    const isFirst = type === "piece" && !this.listeners.has("piece");
    const stop = this.listeners.add(type, listener);
    if (isFirst) for (const { pieces } of this.cloths) pieces.update(); // what came off before is no news
    return stop;
  }

  /**
   * All that it takes to go on from here, to the bit: between steps, and but for `fields`, which are functions. Costs by
   * the particles.
   */
  capture(): WorldState {
    return captureWorld(this);
  }

  /**
   * Goes back, or forth, to a time of this world, or of another one that was made of the same options. Hands and pins that
   * were taken before are those of another time: `cloths[0].grabs` and `pins` are those of this one. Balls that are there at
   * both times stay the same objects. Bodies of other simulations stay where those have them.
   *
   * @throws RangeError where it is no state of such a world, which stays as it is then.
   */
  restore(state: WorldState): void {
    restoreKept(this, state);
  }

  /** The same as the bytes of a file. */
  save(): Uint8Array<ArrayBuffer> {
    return saveWorld(this);
  }

  /**
   * Goes on from such a file, in a world that was made of the same options.
   *
   * @throws ContainerError where it is no such file, is damaged, or belongs to a world of other options.
   */
  load(bytes: Uint8Array): void {
    loadWorld(this, bytes, () => new World(this.options));
  }

  /** Digest of the state: equal bits give equal digests, on every machine. */
  hash(): string {
    return stateHash(this);
  }

  /** Whether every particle is where a number can tell. */
  isFinite(): boolean {
    for (const { position } of this.balls) if (!position.every(Number.isFinite)) return false;
    return this.cloths.every(({ particles }) => {
      for (let i = 0; i < 3 * particles.count; i++) {
        if (!Number.isFinite(particles.positions[i])) return false;
      }
      return true;
    });
  }

  /** Totals now. */
  totals(): Totals {
    return countTotals(this.cloths);
  }
}
