import type { World } from "tatter";
import type { SceneRecorder } from "tatter/scene";
import { Grabs } from "./grabs.js";
import { Measures } from "./measures.js";
import { TearGracePeriod } from "./tear-grace-period.js";
import type { Crossings, Stats, LiveSettings } from "./messages.js";
import { Rewind } from "./rewind.js";
import { StepParts } from "./step-parts.js";
import { Strokes } from "./strokes.js";
import { removeLostBalls } from "./thrown-balls.js";

/** Single steps that take less may be queued, ms. */
const QUICK_STEP = 50;

export interface SessionOptions {
  world: World;
  recorder: SceneRecorder;
  /** Default: a new one that starts here. */
  rewind?: Rewind;
  /** Name of the material preset of each cloth. */
  presets: (string | undefined)[];
  /** Panel settings since the cloths were created. Null: unchanged. */
  settings: LiveSettings | null;
  /** True if the page shows plots. */
  isMeasured: boolean;
}

/** One world with its recorder, its rewind, and the grabs and knives of the pointers. */
export class Session {
  readonly world: World;
  readonly recorder: SceneRecorder;
  readonly rewind: Rewind;
  readonly grabs = new Grabs();
  readonly strokes = new Strokes();
  readonly #parts: StepParts;
  /** One per cloth. */
  readonly #gracePeriods: readonly TearGracePeriod[];
  readonly #measures: Measures;
  readonly #presets: (string | undefined)[];
  #settings: LiveSettings | null;
  /** Frame to rewind to before anything else happens. A slider requests more frames than can be shown. */
  #rewindTo: number | null = null;
  /** The contacts of the world are those of its present state. */
  #hasContacts = false;

  constructor({ world, recorder, rewind, presets, settings, isMeasured }: SessionOptions) {
    this.world = world;
    this.recorder = recorder;
    this.rewind = rewind ?? new Rewind(world, recorder);
    this.#parts = new StepParts(world, (duration) => this.grabs.advance(duration));
    this.#gracePeriods = world.cloths.map((cloth) => new TearGracePeriod(cloth));
    this.#measures = new Measures(world, isMeasured);
    this.#presets = presets;
    this.#settings = settings;
  }

  /** True if single steps may be queued. */
  get isQuick(): boolean {
    return this.#parts.msPerStep < QUICK_STEP;
  }

  /** Advances, at most to the end of a step. Returns true if the step is complete. */
  advance(): boolean {
    this.rewind.start();
    const isComplete = this.#parts.advance();
    this.#hasContacts = true;
    this.strokes.arrive();
    if (!isComplete) return false;
    this.recorder.endFrame();
    removeLostBalls(this.world);
    for (const period of this.#gracePeriods) period.advance(this.world.time);
    this.rewind.arrive();
    this.#measures.arrive(this.rewind.frame, this.#parts.msPerStep);
    return true;
  }

  /** Requests a rewind, which `goBack` executes. */
  requestRewind(frame: number): void {
    this.#rewindTo = frame;
  }

  /** Executes the requested rewind. Returns false if there is none. */
  executeRewind(): boolean {
    const frame = this.#rewindTo;
    this.#rewindTo = null;
    if (frame === null) return false;
    this.goTo(frame);
    return true;
  }

  /** Goes to another frame. The settings of the panel stay. */
  goTo(frame: number): void {
    this.rewind.to(frame);
    this.#hasContacts = false; // a state does not contain them
    this.#parts.restart();
    this.#measures.restart();
    this.grabs.forget();
    this.strokes.forget();
    for (const period of this.#gracePeriods) period.resume(this.world.time);
    this.#apply();
  }

  /** Stores panel settings. `goTo` applies them. */
  storeSettings(settings: LiveSettings): void {
    this.#settings = settings;
  }

  /** Applies panel settings now. */
  applySettings(settings: LiveSettings): void {
    this.#settings = settings;
    this.#apply();
    this.#parts.forget();
  }

  /** Undoes the latest cut, in all cloths that the knife has cut. Returns false if there is none. */
  undo(): boolean {
    const { world } = this;
    const { cuts } = world;
    const knife = cuts.at(-1)?.knife;
    const others = cuts.findLastIndex((cut) => cut.knife !== knife) + 1;
    const undone = cuts.slice(knife === undefined ? -1 : others);
    if (undone.length === 0) return false;
    for (const { cloth } of undone) {
      world.undo();
      this.#gracePeriods[cloth]!.begin(world.time);
    }
    this.markChange();
    return true;
  }

  /** Call it after a change while paused: the change belongs to this frame. */
  markChange(): void {
    if (this.#parts.isWithinStep) this.rewind.start();
    else this.rewind.changeHere();
  }

  /** Opens or closes the plots. */
  showMeasures(isShown: boolean): void {
    this.#measures.show(isShown, !this.#parts.isWithinStep);
  }

  /** Where cloth bears on cloth, m: three numbers per contact. None right after a rewind. */
  get contacts(): Float32Array {
    return this.#hasContacts ? new Float32Array(this.world.contact.points()) : new Float32Array();
  }

  /** Returns the stats for the next message to the page. */
  stats(paused: boolean): Omit<Stats, "input" | "opened"> {
    const { stats, time, solver, cloths, cuts, balls } = this.world;
    const [parts, rewind] = [this.#parts, this.rewind];
    const isImplicit = solver.type === "implicit";
    return {
      time,
      frame: rewind.frame,
      newestFrame: rewind.newest,
      frameStride: rewind.stride,
      msPerStep: parts.msPerStep,
      slowness: parts.msPerStep / (1000 * solver.step),
      solver: solver.type,
      kernels: solver.kernels,
      stepDuration: solver.step,
      choice: solver.choice,
      substeps: parts.substeps,
      newton: isImplicit ? { iterations: parts.iterations, residual: stats.residual } : null,
      untrustedSteps: stats.untrustedSteps,
      canTear: cloths.some(({ tearing }) => tearing !== null),
      particles: cloths.reduce((sum, { particles }) => sum + particles.count, 0),
      tears: stats.tears,
      cuts: cuts.length,
      pieces: cloths.reduce((sum, { pieces }) => sum + pieces.count, 0),
      balls: balls.length,
      grabs: cloths.reduce((sum, { grabs }) => sum + grabs.length, 0),
      crossings: crossingsOf(this.world),
      paused,
      hash: paused && !parts.isWithinStep ? this.world.hash() : null,
      sample: this.#measures.take(),
    };
  }

  #apply(): void {
    if (this.#settings === null) return;
    const { world } = this;
    const { wind, gravity, substeps, cloths, selfCollision, contactThickness } = this.#settings;
    Object.assign(world.wind, wind);
    world.gravity = [...gravity];
    world.contact.thickness = contactThickness;
    if (world.solver.type === "xpbd" && substeps !== null) world.solver.substeps = substeps;
    for (const [i, cloth] of world.cloths.entries()) {
      const own = cloths[i];
      if (own === undefined) continue; // a recording of an earlier version knows the first cloth only
      const period = this.#gracePeriods[i]!;
      cloth.givenMaterial = own.material;
      period.tearing = own.tearing;
      // A cloth at rest in one material may be far above the threshold of another one, until it has settled.
      if (own.preset !== this.#presets[i]) period.begin(world.time);
      this.#presets[i] = own.preset;
    }
    world.contact.mode = selfCollision; // last, because engines without SIMD refuse it
  }
}

function crossingsOf({ contact, stats }: World): Crossings | null {
  if (contact.mode === "off") return null;
  return { now: stats.crossings, forced: stats.forcedCrossings };
}
