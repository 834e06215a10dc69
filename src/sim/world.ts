import { checkOptions, told } from "../math/check-options.js";
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
import { inField } from "../mesh/in-field.js";
import {
  STEP,
  takeSolver,
  type SolverChoice,
  type SolverChooser,
  type SolverModule,
  type SolverName,
  type SolverOptions,
} from "../solvers/index.js";
import type { StoreList } from "../stores/index.js";
import { Grab } from "./cloth/grab.js";
import type { Pin } from "./cloth/pin.js";
import type { WorldCloth } from "./cloth/world-cloth.js";
import { Solids } from "./environment/solids.js";
import { cutParts, Events, tearEvent, type WorldEvents } from "./events.js";
import { noCloth, WORLD } from "./options/checks.js";
import { CUT, GRAB, KNIFE, PIN_NOW, TEAR } from "./options/method-checks.js";
import {
  WORLD_DEFAULTS,
  type Field,
  type GrabOptions,
  type HandCut,
  type HandTear,
  type KnifeOptions,
  type PinOptions,
  type Wind,
  type WorldOptions,
} from "./options/options.js";
import { checkStart } from "./phases/blow-up.js";
import type { PhaseClock } from "./phases/phase-clock.js";
import { tellListeners } from "./phases/report.js";
import type { Recorder } from "./state/recorder.js";
import { stateHash } from "./state/state-hash.js";
import {
  captureWorld,
  loadWorld,
  restoreKept,
  saveWorld,
  type WorldState,
} from "./state/world-state.js";
import { stepWorld } from "./step.js";
import { countTotals, type Tally, type Totals } from "./tally.js";
import { cutCloth, inWords, tearByHand, type CutDone, type CutMark } from "./tools/cut.js";
import type { Knife } from "./tools/knife.js";
import { WorldParts } from "./world-parts.js";

/** Cloths, what acts on them, and time. */
export class World {
  readonly options: WorldOptions;
  readonly kernels: Kernels;
  /** What moves the cloths. */
  readonly solver: SolverOptions & { type: SolverName };
  /** The module of that solver. */
  readonly solverModule: SolverModule;
  /** Why `auto` took this solver; null where the options name one. */
  readonly choice: SolverChoice | null;
  /** What the cloths cannot pass. */
  readonly solids: Solids;
  /** Who writes down what happens, if anybody does. */
  recorder: Recorder | null = null;
  readonly #events = new Events();
  #parts: WorldParts;

  /** @throws RangeError that names the option. */
  constructor(options: WorldOptions) {
    checkOptions("", options, WORLD);
    this.options = options;
    const { cloths, wind, solver: given = {}, solvers = this.ownSolvers } = options;
    const drag = wind?.drag ?? WORLD_DEFAULTS.wind.drag;
    const { solverModule, solver, choice } = takeSolver(given, solvers, { cloths, drag });
    this.solverModule = solverModule;
    this.solver = solver;
    this.choice = choice;
    this.kernels = options.kernels ?? referenceKernels;
    this.solids = new Solids(options.colliders ?? [], options.balls ?? [], this);
    this.#parts = this.#makeParts();
  }

  /** The solvers that there are where the options say nothing: none, so that a bundle has those alone that it asks for. */
  protected get ownSolvers(): readonly (SolverModule | SolverChooser)[] {
    return [];
  }

  #makeParts(): WorldParts {
    const { options, kernels, solver, solverModule, solids } = this;
    const parts = new WorldParts({
      options,
      kernels,
      solver,
      solverModule,
      solids,
      events: this.#events,
    });
    parts.substeps.countFor(solver.step); // refuses what would explode before anything moves
    checkStart(parts.cloths, options.balls ?? []);
    return parts;
  }

  /**
   * Back to time 0, with everything as the options say: gravity, wind, fields, and new cloths in
   * `cloths`, whole again. Views, hands and added stores of the old ones follow them no longer.
   */
  reset(): void {
    checkOptions("", this.options, WORLD); // they may have been changed since the last start
    this.#parts = this.#makeParts();
    this.solids.reset();
    this.#events.clear();
  }

  get cloths(): readonly WorldCloth[] {
    return this.#parts.cloths;
  }

  /** s. */
  get time(): number {
    return this.#parts.time;
  }

  set time(time: number) {
    this.#parts.time = time;
  }

  /** May be changed between steps. */
  get gravity(): Vector3 {
    return this.#parts.environment.gravity;
  }

  set gravity(gravity: Vector3) {
    this.#parts.environment.gravity = gravity;
  }

  /** May be changed between steps. */
  get wind(): Wind {
    return this.#parts.environment.wind;
  }

  set wind(wind: Wind) {
    this.#parts.environment.wind = wind;
  }

  /** What else acts on the cloths; may be changed between steps. */
  get fields(): Field[] {
    return this.#parts.environment.fields;
  }

  set fields(fields: Field[]) {
    this.#parts.environment.fields = fields;
  }

  /** Counts that run on from step to step. */
  get tally(): Tally {
    return this.#parts.tally;
  }

  /** How long the phases of the steps took. */
  get clock(): PhaseClock {
    return this.#parts.clock;
  }

  /** Totals at time 0. */
  get start(): Totals {
    return this.#parts.start;
  }

  /** The knives that are drawn. */
  get knives(): readonly Knife[] {
    return this.#parts.knives.all;
  }

  /** The cuts that can be taken back, the latest last. */
  get cuts(): readonly CutMark[] {
    return this.#parts.cuts.marks;
  }

  /** All of the world that has a state, besides the cloths, which have lists of their own; others may add theirs. */
  get stores(): StoreList {
    return this.#parts.stores;
  }

  /**
   * Goes on by one time step: the solver's own, or another one, s.
   *
   * @throws RangeError that names what was changed to something that is none, as `gravity`; BlowUpError.
   */
  step(dt: number = this.solver.step): void {
    checkOptions("step", dt, STEP);
    const parts = this.#parts;
    if (parts.substeps.isUnderWay) {
      throw new Error("step: an earlier step was broken off half-way; call reset()");
    }
    this.#checkReplayed();
    parts.environment.check();
    this.recorder?.beforeStep(dt);
    stepWorld(parts, dt);
    this.recorder?.afterStep();
    tellListeners(this.#events, parts.cloths, parts.time, true);
    parts.clock.end("report");
  }

  /** A mesh that was cut without its cloth would break the simulation, silently. */
  #checkReplayed(): void {
    const { cloths } = this;
    for (let i = 0; i < cloths.length; i++) {
      const { mesh, edits } = cloths[i]!;
      if (mesh.editCount === edits.length) continue;
      throw new Error(
        `step: the mesh of cloth ${i} has made ${mesh.editCount} edits, but its cloth has replayed ${edits.length}; ` +
          "call cloth.replay(edit) for each",
      );
    }
  }

  /** Takes hold of some cloth; null when none is within reach. The hand follows `moveTo` until `release`. */
  grab(options: GrabOptions): Grab | null {
    checkOptions("grab", options, GRAB);
    const { holding } = this.#clothFor("grab", options.cloth);
    const grab = Grab.take(holding, options, this.#parts.handCount);
    if (grab !== null) this.#parts.handCount++;
    return grab;
  }

  /**
   * Pins some cloth where it is now, until `release` of the pin or its time; null when no free particle is selected. After
   * `reset` only the pins of the options are there.
   */
  pin(options: PinOptions & { cloth?: number }): Pin | null {
    checkOptions("pin", options, PIN_NOW);
    const { cloth: number, ...own } = options;
    const { holding } = this.#clothFor("pin", number);
    const pin = inField("pin", () => holding.addPin(own, this.time));
    if (pin.particles.length > 0) return pin;
    holding.pins.pop();
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
      this.#parts.cuts.add({ cloth: number, before });
      this.#events.push({ type: "cut", cloth: number, ...cutParts(done.edits) });
      this.#tell();
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
    return inField("knife", () => inWords(() => this.#parts.knives.draw(options)));
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
    if (this.#events.has("tear")) {
      this.#events.tell("tear", tearEvent(tear, number, this.time));
    }
    this.#tell();
    return tear;
  }

  /**
   * Takes the latest cut back, and all that has come apart in that cloth since. What was apart meets again, wherever it is
   * by now.
   *
   * @returns Whether there was any.
   */
  undo(): boolean {
    const cut = this.#parts.cuts.marks.pop();
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
    if (count > 0) cloth.solver.rebuild?.();
    cloth.pieces.update(); // what is one again is no news
  }

  /** Calls back for what has happened just now. */
  #tell(): void {
    tellListeners(this.#events, this.cloths, this.time, false);
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
    const isFirst = type === "piece" && !this.#events.has("piece");
    const stop = this.#events.listen(type, listener);
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
    this.recorder?.breakOff();
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
    const Same = this.constructor as typeof World;
    loadWorld(this, bytes, () => new Same(this.options));
    this.recorder?.breakOff();
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
