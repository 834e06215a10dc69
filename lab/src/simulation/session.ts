import type { World, WorldCloth } from "tatter";
import type { SceneRecorder } from "tatter/scene";
import { Hands } from "./hands.js";
import { Measures } from "./measures.js";
import { Mending } from "./mending.js";
import type { Figures, LiveSettings } from "./messages.js";
import { Rewind } from "./rewind.js";
import { StepParts } from "./step-parts.js";
import { Strokes } from "./strokes.js";
import { removeLostBalls } from "./thrown-balls.js";

/** Steps that take less may be asked for in advance, ms. */
const QUICK_STEP = 50;

export interface SessionOptions {
  world: World;
  recorder: SceneRecorder;
  /** Default: it begins here. */
  rewind?: Rewind;
  /** The name of the material of the cloth. */
  preset: string | undefined;
  /** What the panel has changed since the cloth was made; null: nothing. */
  settings: LiveSettings | null;
  /** Whether the page shows plots. */
  isMeasured: boolean;
}

/** One world with all that belongs to it: its recording, the way back, and what hands and knives do to it. */
export class Session {
  readonly world: World;
  readonly recorder: SceneRecorder;
  readonly rewind: Rewind;
  readonly hands = new Hands();
  readonly strokes = new Strokes();
  readonly #parts: StepParts;
  readonly #mending: Mending;
  readonly #measures: Measures;
  #preset: string | undefined;
  #settings: LiveSettings | null;
  /** Where to go back to before anything else happens: a slider asks for more times than it takes to show them. */
  #rewindTo: number | null = null;

  constructor({ world, recorder, rewind, preset, settings, isMeasured }: SessionOptions) {
    this.world = world;
    this.recorder = recorder;
    this.rewind = rewind ?? new Rewind(world, recorder);
    this.#parts = new StepParts(world, (duration) => this.hands.advance(duration));
    this.#mending = new Mending(this.cloth);
    this.#measures = new Measures(world, isMeasured);
    this.#preset = preset;
    this.#settings = settings;
  }

  /** The one that the page shows. */
  get cloth(): WorldCloth {
    return this.world.cloths[0]!;
  }

  /** Whether steps may be asked for in advance. */
  get isQuick(): boolean {
    return this.#parts.millisecondsAStep < QUICK_STEP;
  }

  /** Goes on for a moment, at most to the end of a step. True: that is reached. */
  advance(): boolean {
    this.rewind.setOut();
    const isComplete = this.#parts.advance();
    this.strokes.arrive();
    if (!isComplete) return false;
    this.recorder.endFrame();
    removeLostBalls(this.world);
    this.#mending.advance(this.world.time);
    this.rewind.arrive();
    this.#measures.arrive(this.rewind.frame, this.#parts.millisecondsAStep);
    return true;
  }

  /** Wants to go back to a time; `goBack` does it. */
  wantBack(frame: number): void {
    this.#rewindTo = frame;
  }

  /** To the time that was asked for. False: none was. */
  goBack(): boolean {
    const frame = this.#rewindTo;
    this.#rewindTo = null;
    if (frame === null) return false;
    this.goTo(frame);
    return true;
  }

  /** To another time; there the panel still says how the cloth is and what acts on it. */
  goTo(frame: number): void {
    this.rewind.to(frame);
    this.#parts.restart();
    this.#measures.restart();
    this.hands.forget();
    this.strokes.forget();
    this.#mending.resume(this.world.time);
    this.#applySettings();
  }

  /** The panel has changed; `goTo` makes it true. */
  noteSettings(settings: LiveSettings): void {
    this.#settings = settings;
  }

  /** The panel has changed, and the cloth with it. */
  change(settings: LiveSettings): void {
    this.#settings = settings;
    this.#applySettings();
    this.#parts.forget();
  }

  /** Takes the latest cut back. False: there is none. */
  undo(): boolean {
    if (!this.world.undo()) return false;
    this.#mending.begin(this.world.time);
    this.markChange();
    return true;
  }

  /** The world was changed by hand while time stands still: that is news at this time already. */
  markChange(): void {
    if (this.#parts.isUnderWay) this.rewind.setOut();
    else this.rewind.changeHere();
  }

  /** Whether the page shows plots. */
  showMeasures(isShown: boolean): void {
    this.#measures.show(isShown, !this.#parts.isUnderWay);
  }

  /** What the page is told with the next message. */
  figures(paused: boolean): Omit<Figures, "input" | "opened"> {
    const { tally, time, solver, choice, cloths, cuts, balls } = this.world;
    const [parts, rewind] = [this.#parts, this.rewind];
    const isImplicit = solver.type === "implicit";
    return {
      time,
      frame: rewind.frame,
      newestFrame: rewind.newest,
      frameStride: rewind.stride,
      millisecondsAStep: parts.millisecondsAStep,
      slowness: parts.millisecondsAStep / (1000 * solver.step),
      solver: solver.type,
      choice,
      substeps: parts.substeps,
      newton: isImplicit ? { iterations: parts.iterations, residual: tally.residual } : null,
      untrustedSteps: tally.untrustedSteps,
      canTear: cloths.some(({ tearing }) => tearing !== null),
      particles: cloths.reduce((sum, { particles }) => sum + particles.count, 0),
      tears: tally.tears,
      cuts: cuts.length,
      pieces: cloths.reduce((sum, { pieces }) => sum + pieces.count, 0),
      balls: balls.length,
      hands: cloths.reduce((sum, { grabs }) => sum + grabs.length, 0),
      paused,
      hash: paused && !parts.isUnderWay ? this.world.hash() : null,
      sample: this.#measures.take(),
    };
  }

  #applySettings(): void {
    if (this.#settings === null) return;
    const { world } = this;
    const { wind, gravity, substeps, material, tearing, preset } = this.#settings;
    Object.assign(world.wind, wind);
    world.gravity = [...gravity];
    if (world.solver.type === "xpbd" && substeps !== null) world.solver.substeps = substeps;
    this.cloth.givenMaterial = material;
    this.#mending.tearing = tearing;
    // What hung well in one material may be far over the limit of another, until it has come to rest in it.
    if (preset !== this.#preset) this.#mending.begin(world.time);
    this.#preset = preset;
  }
}
