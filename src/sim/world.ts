import { checkOptions, describeValue } from "../math/check-options.js";
import { withTuples, type Tuples, type Vec3, type Vec3Tuple } from "../math/vec3.js";
import { isLimitFromMaterial, type Tear } from "../tearing/index.js";
import {
  BALL,
  DRIVEN_BODY,
  type Ball,
  type BallOptions,
  type ClothContact,
  type Collider,
  type DrivenBody,
  type DrivenBodyOptions,
} from "../collision/index.js";
import type { Kernels } from "../kernels/index.js";
import { Cloth, MATERIALS } from "../cloth/index.js";
import { withErrorPath } from "../mesh/error-path.js";
import { STEP, type SolverChooser, type SolverInUse, type SolverModule } from "../solvers/index.js";
import type { StoreList } from "../stores/index.js";
import { Grab } from "./cloth/grab.js";
import type { Pin } from "./cloth/pin.js";
import type { WorldCloth } from "./cloth/world-cloth.js";
import { Solids } from "./environment/solids.js";
import { cutParts, EventEmitter, tearEvent, type WorldEvents } from "./events.js";
import { noCloth, WORLD } from "./options/checks.js";
import { CUT, GRAB, KNIFE, PIN_NOW, TEAR } from "./options/method-checks.js";
import {
  WORLD_DEFAULTS,
  type Field,
  type GrabOptions,
  type CutTarget,
  type TearTarget,
  type KnifeOptions,
  type PinOptions,
  type Wind,
  type WindOptions,
  type WorldOptions,
} from "./options/options.js";
import { CHOICE, Solving, type SolvingTask } from "./solving.js";
import { checkStart } from "./phases/blow-up.js";
import type { PhaseClock } from "./phases/phase-clock.js";
import { emitEvents } from "./phases/report.js";
import type { Recorder } from "./state/recorder.js";
import { stateHash } from "./state/state-hash.js";
import {
  captureWorld,
  loadWorld,
  restoreState,
  saveWorld,
  type WorldState,
} from "./state/world-state.js";
import { stepWorld } from "./step.js";
import type { Stats, Totals } from "./stats.js";
import { retractTips } from "./phases/tear.js";
import { cutCloth, withRangeErrors, tearAt, type CutReport, type CutRecord } from "./tools/cut.js";
import type { Knife } from "./tools/knife.js";
import { completeWind } from "./environment/wind.js";
import { tupleOptions, WorldParts } from "./world-parts.js";

/**
 * Cloths, what acts on them, and time. `step` advances the simulation; everything else may be called between steps.
 *
 * Units are SI, y is up. Vectors are `[x, y, z]` or `{ x, y, z }`.
 *
 * @example
 * import { generateGrid, World } from "tatter";
 *
 * const mesh = generateGrid({ size: [1, 1], segments: [20, 20] }); // 1 m × 1 m
 * const world = new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }], tearing: { limit: 1.3 } }] });
 * world.on("tear", ({ time, position }) => console.log(time, position));
 * for (let i = 0; i < 60; i++) world.step(); // one second
 */
export class World {
  /** @internal */
  readonly options: WorldOptions;
  /** @internal */
  readonly solids: Solids;
  /**
   * The recorder of this world, if there is one.
   *
   * @internal
   */
  recorder: Recorder | null = null;
  readonly #events = new EventEmitter();
  readonly #solving: Solving;
  #parts: WorldParts;
  #isDisposed = false;

  /** @throws RangeError that names the option. */
  constructor(options: WorldOptions) {
    checkOptions("", options, WORLD);
    this.options = options;
    const own = tupleOptions(options);
    const { solver = {}, solvers = this.ownSolvers, kernels } = own;
    this.#solving = new Solving(solver, solvers, kernels, () => taskOf(own));
    this.solids = new Solids(own.colliders ?? [], own.balls ?? [], this);
    this.#parts = this.#makeParts();
  }

  /**
   * The solvers to choose from if the options name none. Here none, so that a bundle contains only those it asks for.
   *
   * @internal
   */
  protected get ownSolvers(): readonly (SolverModule | SolverChooser)[] {
    return [];
  }

  /**
   * The solver options in use, with defaults filled in; which solver `auto` chose and why; the name of its kernels. With
   * `auto` they may change in a step.
   */
  get solver(): SolverInUse {
    return this.#solving.solver;
  }

  /** @internal */
  get solverModule(): SolverModule {
    return this.#solving.module;
  }

  /** @internal */
  get kernels(): Kernels {
    return this.#solving.kernels;
  }

  /**
   * The option `kernels` of a world that repeats this one.
   *
   * @internal
   */
  get recordedKernels(): "wasm" | "reference" | undefined {
    return this.#solving.recordedKernels;
  }

  #makeParts(): WorldParts {
    const solving = this.#solving;
    const { solids } = this;
    const options = tupleOptions(this.options);
    const parts = new WorldParts({ options, solving, solids, events: this.#events });
    parts.substeps.countFor(solving.solver.step); // rejects an unstable step before anything moves
    checkStart(parts.cloths, options.balls ?? []);
    return parts;
  }

  /**
   * Resets to time 0: gravity, wind, fields and cloths as the options say. The cloths are new objects, so views, grabs and
   * stores of the old ones no longer follow.
   */
  reset(): void {
    this.#checkUsable("reset");
    checkOptions("", this.options, WORLD); // they may have been changed since the last start
    this.#freeMemory();
    const own = tupleOptions(this.options);
    this.#solving.restart(() => taskOf(own));
    this.#parts = this.#makeParts();
    this.solids.reset();
    this.#events.clear();
  }

  /**
   * Frees the memory of its kernels and solvers at once; otherwise the garbage collector does so some time later. The
   * world can be read after that, but neither stepped nor reset.
   */
  dispose(): void {
    this.#freeMemory();
    this.#isDisposed = true;
  }

  #freeMemory(): void {
    this.kernels.dispose();
    for (const { solver } of this.cloths) solver.dispose?.();
  }

  #checkUsable(name: string): void {
    if (this.#isDisposed) throw new Error(`${name}: the world was disposed; make a new one`);
  }

  /** The cloths, in the order of the options. */
  get cloths(): readonly WorldCloth[] {
    return this.#parts.cloths;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.#parts.time;
  }

  set time(time: number) {
    this.#parts.time = time;
  }

  /** m/s². May be changed between steps. */
  get gravity(): Vec3Tuple {
    return this.#parts.environment.gravity;
  }

  set gravity(gravity: Vec3) {
    this.#parts.environment.gravity = withTuples(gravity);
  }

  /** Contact of cloth with itself and with other cloth. Its mode and thickness may be changed between steps. */
  get contact(): ClothContact {
    return this.#parts.contact;
  }

  /** Wind and air drag. May be changed between steps. */
  get wind(): Wind {
    return this.#parts.environment.wind;
  }

  set wind(wind: WindOptions) {
    this.#parts.environment.wind = completeWind(withTuples(wind));
  }

  /** Force and wind fields. May be changed between steps. */
  get fields(): Field[] {
    return this.#parts.environment.fields;
  }

  set fields(fields: Field[]) {
    this.#parts.environment.fields = fields;
  }

  /** Counters: steps, tears, largest stretch, iterations and so on. */
  get stats(): Stats {
    return this.#parts.stats;
  }

  /** @internal */
  get clock(): PhaseClock {
    return this.#parts.clock;
  }

  /** @internal */
  get start(): Totals {
    return this.#parts.start;
  }

  /** The knives that are cutting now. */
  get knives(): readonly Knife[] {
    return this.#parts.knives.all;
  }

  /** @internal */
  get cuts(): readonly CutRecord[] {
    return this.#parts.cuts.records;
  }

  /** Everything with a state besides the cloths, which have their own lists. Add a store of your own here. */
  get stores(): StoreList {
    return this.#parts.stores;
  }

  /**
   * Advances the simulation by one time step.
   *
   * @param dt s; default: `solver.step`, 1/60.
   * @throws RangeError that names a value that was changed to something invalid, as `gravity`; BlowUpError.
   */
  step(dt: number = this.solver.step): void {
    checkOptions("step", dt, STEP);
    this.#checkUsable("step");
    const parts = this.#parts;
    if (parts.substeps.isRunning) {
      throw new Error("step: an earlier step was interrupted; call reset()");
    }
    this.#checkReplayed();
    parts.environment.check();
    this.recorder?.beforeStep(dt);
    parts.reviewSolver();
    stepWorld(parts, dt);
    this.recorder?.afterStep();
    emitEvents(this.#events, parts.cloths, parts.time, true);
    parts.clock.end("report");
  }

  /** A mesh that was cut without its cloth would silently break the simulation. */
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

  /**
   * Grabs the cloth around a point. The grab pulls with springs of limited force and follows `moveTo` until `release`.
   *
   * @returns Null if no cloth is within reach.
   *
   * @example
   * import { generateGrid, World } from "tatter";
   * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
   * const grab = world.grab({ point: [0, -0.5, 0] });
   * grab?.moveTo([0, -0.5, 0.1]); // m, at the end of the next step
   * world.step();
   * grab?.release();
   */
  grab(options: GrabOptions): Grab | null {
    checkOptions("grab", options, GRAB);
    const { holding } = this.#clothFor("grab", options.cloth);
    const grab = Grab.start(holding, withTuples(options), this.#parts.grabCount);
    if (grab !== null) this.#parts.grabCount++;
    return grab;
  }

  /**
   * Pins the cloth where it is now, until the pin's `release` is called or its time comes. `reset` removes it.
   *
   * @returns Null if no free particle is selected.
   */
  pin(options: PinOptions & { cloth?: number }): Pin | null {
    checkOptions("pin", options, PIN_NOW);
    const { cloth: number, ...own } = options;
    const { holding } = this.#clothFor("pin", number);
    const pin = withErrorPath("pin", () => holding.addPin(withTuples(own), this.time));
    if (pin.particles.length > 0) return pin;
    holding.pins.pop();
    return null;
  }

  /**
   * Cuts the cloth at once: an edge, a vertex, or along a line over the cloth as it is now. Where it is pinned or grabbed,
   * both sides of the cut stay so.
   *
   * @throws RangeError that names the field.
   */
  cut(options: CutTarget & { cloth?: number }): CutReport {
    checkOptions("cut", options, CUT);
    const { cloth: number = 0, ...cut } = options;
    const cloth = this.#clothFor("cut", number);
    const before = cloth.edits.length;
    const done = withErrorPath("cut", () => cutCloth(cloth, withTuples(cut)));
    if (done.edits.length > 0) {
      this.#parts.cuts.add({ cloth: number, before });
      this.#events.push({ type: "cut", cloth: number, ...cutParts(done.edits) });
      this.#emit();
    }
    return done;
  }

  /**
   * Adds a knife: a blade that cuts whatever it passes through, at any speed. It follows `moveTo` until `release`.
   *
   * @throws RangeError that names the field.
   */
  knife(options: KnifeOptions): Knife {
    checkOptions("knife", options, KNIFE);
    if (options.cloth !== undefined) this.#clothFor("knife", options.cloth);
    return withErrorPath("knife", () =>
      withRangeErrors(() => this.#parts.knives.add(withTuples(options))),
    );
  }

  /** The colliders, in the order of the options. `moveTo` of a collider moves it from code. */
  get colliders(): readonly Collider[] {
    return this.solids.colliders;
  }

  /** The balls in the world now. */
  get balls(): readonly Ball[] {
    return this.solids.balls;
  }

  /**
   * Adds a ball now. `reset` removes it.
   *
   * @throws RangeError that names the field.
   */
  addBall(options: BallOptions): Ball {
    checkOptions("ball", options, BALL);
    return this.solids.addBall(withTuples(options));
  }

  /** Removes a ball; false if it is not in the world. */
  removeBall(ball: Ball): boolean {
    return this.solids.removeBall(ball);
  }

  /**
   * Adds a body that another simulation moves. Before each step set its `position`, `rotation`, `velocity` and
   * `angularVelocity` and call `place`; after it read `impulse` and `angularImpulse`. States and recordings leave it out.
   *
   * @throws RangeError that names the field.
   */
  addBody(options: DrivenBodyOptions): DrivenBody {
    checkOptions("body", options, DRIVEN_BODY);
    return this.solids.addBody(withTuples(options));
  }

  /** Removes such a body; false if it is not in the world. */
  removeBody(body: DrivenBody): boolean {
    return this.solids.removeBody(body);
  }

  /**
   * Tears the cloth at once where you say, by its own tearing options or another path: for tearing algorithms of your own.
   * Pinned and grabbed particles do not split.
   *
   * @returns Null if it cannot tear there.
   * @throws RangeError that names the field.
   */
  tear(options: TearTarget & { cloth?: number }): Tear | null {
    checkOptions("tear", options, TEAR);
    const { cloth: number = 0, ...where } = options;
    const cloth = this.#clothFor("tear", number);
    const tear = withErrorPath("tear", () => tearAt(cloth, withTuples(where)));
    if (tear === null) return null;
    retractTips(this.#parts, cloth, [tear]);
    this.stats.tears++;
    this.stats.firstTearTime ??= this.time;
    if (this.#events.has("tear")) {
      this.#events.emit("tear", tearEvent(tear, number, this.time));
    }
    this.#emit();
    return tear;
  }

  /**
   * Undoes the latest cut, and everything that has torn in that cloth since. The two sides are joined again, wherever they
   * are now.
   *
   * @returns False if there is no cut to undo.
   */
  undo(): boolean {
    const cut = this.#parts.cuts.records.pop();
    if (cut === undefined) return false;
    const cloth = this.cloths[cut.cloth]!;
    this.undoEdits(cloth, cloth.edits.length - cut.before);
    return true;
  }

  /**
   * Undoes the latest edits of a cloth.
   *
   * @internal
   * @throws RangeError if it is not a cloth of this world, or has not made that many edits.
   */
  undoEdits(cloth: WorldCloth, count: number): void {
    if (!this.cloths.includes(cloth)) {
      throw new RangeError(
        `undoEdits: expected a cloth of this world, got ${describeValue(cloth)}`,
      );
    }
    const most = cloth.edits.length;
    if (!(Number.isInteger(count) && count >= 0 && count <= most)) {
      throw new RangeError(
        `undoEdits: expected a whole number from 0 to ${most}, got ${describeValue(count)}`,
      );
    }
    for (let i = 0; i < count; i++) cloth.undo();
    if (count > 0) cloth.solver.rebuild?.();
    cloth.pieces.update(); // pieces that are joined again are not reported
  }

  /**
   * Uses the solver of a state, if `auto` chose it.
   *
   * @internal
   */
  adoptSolver(state: unknown): void {
    const choice = this.#choiceIn(state);
    if (choice !== undefined) this.#parts.adoptSolver(choice);
  }

  /** @internal */
  usesSolverOf(state: unknown): boolean {
    const choice = this.#choiceIn(state);
    return choice === undefined || this.#solving.isUsing(choice);
  }

  /** The choice of `auto` in a state that may come from anywhere; undefined if there is none. */
  #choiceIn(state: unknown): unknown {
    if (!this.#solving.isAutomatic || typeof state !== "object" || state === null) return undefined;
    return (state as Record<string, unknown>)[CHOICE];
  }

  #emit(): void {
    emitEvents(this.#events, this.cloths, this.time, false);
  }

  #clothFor(caller: string, number = 0): WorldCloth {
    const cloth = this.cloths[number];
    if (cloth === undefined) {
      throw new RangeError(`${caller}.cloth: ${noCloth(number, this.cloths.length)}`);
    }
    return cloth;
  }

  /**
   * Adds an event listener. Events of a step are emitted at its end: each `tear`, each `tear-off` of a pin, each
   * `seam-open`, each `cut` of a knife, each `piece` that came off. Cuts and tears from code are emitted at once.
   *
   * @returns A function that removes the listener.
   * @throws RangeError if there is no such event, or the listener is not a function.
   */
  on<Type extends keyof WorldEvents>(
    type: Type,
    listener: (event: WorldEvents[Type]) => void,
  ): () => void {
    const isFirst = type === "piece" && !this.#events.has("piece");
    const remove = this.#events.listen(type, listener);
    if (isFirst) for (const { pieces } of this.cloths) pieces.update(); // earlier pieces are not reported
    return remove;
  }

  /**
   * Captures the state of the world in memory, bit-exact, except for `fields`, which are functions. O(particles).
   *
   * @example
   * import { generateGrid, World } from "tatter";
   * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
   * const state = world.capture();
   * world.step();
   * world.restore(state); // back at time 0
   */
  capture(): WorldState {
    return captureWorld(this);
  }

  /**
   * Restores a captured state of this world, or of another world made from the same options. Grabs, pins and knives from
   * before belong to another time: use `cloths[0].grabs`, `cloths[0].pins` and `knives`. Balls that exist at both times
   * stay the same objects. Bodies of other simulations stay where they are.
   *
   * @throws RangeError if it is not a state of such a world; the world stays as it is.
   */
  restore(state: WorldState): void {
    restoreState(this, state);
    this.recorder?.breakOff();
  }

  /** Saves the state as the bytes of a file. */
  save(): Uint8Array<ArrayBuffer> {
    return saveWorld(this);
  }

  /**
   * Loads a saved state, in a world made from the same options.
   *
   * @throws ContainerError if it is not such a file, is damaged, or belongs to a world of other options.
   */
  load(bytes: Uint8Array): void {
    const Same = this.constructor as typeof World;
    loadWorld(this, bytes, () => new Same(this.options));
    this.recorder?.breakOff();
  }

  /** A digest of the state: equal states have equal digests, on every machine. */
  hash(): string {
    return stateHash(this);
  }

  /**
   * True if every position is finite.
   *
   * @internal
   */
  isFinite(): boolean {
    for (const { position } of this.balls) if (!position.every(Number.isFinite)) return false;
    return this.cloths.every(({ particles }) => {
      for (let i = 0; i < 3 * particles.count; i++) {
        if (!Number.isFinite(particles.positions[i])) return false;
      }
      return true;
    });
  }
}

/** What decides about the solver at the start. */
function taskOf({ cloths: given, wind }: Tuples<WorldOptions>): SolvingTask {
  const cloths = given.map(({ mesh, material = MATERIALS.cotton, model }, i) =>
    withErrorPath(`cloths.${i}`, () => new Cloth(mesh, material, undefined, model)),
  );
  const drag = wind?.drag ?? WORLD_DEFAULTS.wind.drag;
  return {
    cloths,
    drag,
    needsTrueForces: given.some(({ tearing }) => isLimitFromMaterial(tearing)),
  };
}
