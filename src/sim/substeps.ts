import { BOXED } from "../math/boxed.js";
import { MOST_SUBSTEPS } from "./options.js";
import { fastestChange, SpectrumWatch, stableStep, type Spectrum } from "../solvers/index.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** The part of the longest stable step that the automatic substeps of explicit solvers use … */
export const EXPLICIT_SAFETY = 0.8;
/** … which those of symplectic Euler keep until it is more than this part of what is stable now … */
const TOO_LONG = 0.9;
/** … or was less than this part all the time for so long, s; then they grow by so much a step. Growing at once cost twice the energy. */
const TOO_SHORT = 0.6;
const CALM = 2;
const GROWTH = 1.1;
/** A substep may be longer than the options say by up to this part of one, shared by all substeps of a step. */
const SUBSTEP_TOLERANCE = 0.05;

/**
 * The number of substeps that the next step of `dt` is divided into: as many as an explicit integrator needs to stay stable,
 * or what the solver's options say for a step of `solver.step`. Another `dt` is divided into substeps of the same length, as nearly as
 * it can be: how stiff XPBD is depends on their length, and cloth that gets stiffer while it is stretched is hurled.
 *
 * @param longest The longest stable step, s; explicit solvers only.
 * @throws RangeError where the options say a number that would explode, with the number that it needs.
 */
export function substepsFor(world: World, dt: number, longest = longestStable(world)): number {
  const { type, step, substeps: given } = world.solver;
  const substeps = given === "auto" ? "auto" : substepsOfLength(step / given, dt);
  if (type === "xpbd") return substeps as number; // stable at any step
  if (type === "implicit") return substeps === "auto" ? substepsBySpeed(world, dt) : substeps;
  const needed = roundUp(dt / (substeps === "auto" ? EXPLICIT_SAFETY * longest : longest));
  if (!(needed <= MOST_SUBSTEPS)) {
    throw new RangeError(
      `solver.type: ${type} needs steps of ${short(longest)} s for this cloth, which nobody could wait for; ` +
        (type === "forward-euler"
          ? "take more damping, euler, implicit or xpbd"
          : "take less stiffness or damping, a coarser mesh, implicit or xpbd"),
    );
  }
  if (substeps === "auto") return needed;
  if (needed > substeps) {
    const when = world.time > 0 ? ` at ${short(world.time)} s, as the cloth is now` : "";
    throw new RangeError(
      `solver.substeps: ${type} stays stable only up to a step of ${short(longest)} s${when}, ` +
        `and ${given} of ${short(step)} s makes ${short(dt / substeps)} s; ` +
        `expected ${roundUp(step / (EXPLICIT_SAFETY * longest))} or more, or "auto"`,
    );
  }
  return substeps;
}

/** The longest step for which an explicit solver is stable, as the cloths are now, s; others are at any. */
function longestStable({ solver: { type }, cloths, wind }: World): number {
  let longest = Infinity;
  if (type === "xpbd" || type === "implicit") return longest;
  for (let i = 0; i < cloths.length; i++) {
    longest = Math.min(longest, stableStep(type, spectrumOf(cloths[i]!, wind.drag)));
  }
  return longest;
}

function substepsOfLength(length: number, dt: number): number {
  const count = roundUp(dt / length - SUBSTEP_TOLERANCE);
  if (count <= MOST_SUBSTEPS) return count;
  throw new RangeError(
    `step: ${short(dt)} s would take ${count} substeps of ${short(length)} s, which nobody could wait for; ` +
      "take several shorter steps, or a longer solver.step",
  );
}

/** Backward Euler damps a swing badly in longer substeps than this, s: a quarter of a step at 60 Hz. */
export const LONGEST_IMPLICIT = 1 / 240;
/** In a substep edges should not turn or change by more than this part of their length … */
const LARGEST_TURN = 0.1;
/** … as long as that asks for no more than so many times the substeps of cloth at rest. */
const MOST_TIMES = 4;

/** The substeps of the implicit solver: linear laws are right for small turns. */
function substepsBySpeed({ cloths }: World, dt: number): number {
  const calm = roundUp(dt / LONGEST_IMPLICIT - 1e-9);
  let rate = 0;
  for (let i = 0; i < cloths.length; i++) rate = Math.max(rate, fastestChange(cloths[i]!));
  const count = Math.max(calm, Math.min(roundUp((rate * dt) / LARGEST_TURN), MOST_TIMES * calm));
  if (count <= MOST_SUBSTEPS) return count;
  throw new RangeError(
    Number.isNaN(count)
      ? "implicit: the cloth moves at a speed that is no number"
      : `solver.step: implicit would need ${count} substeps in ${short(dt)} s, which nobody could wait for; ` +
          "take a shorter step, or say a number in solver.substeps",
  );
}

/** After so many substeps at most the cloth is looked at again, and sooner where edges change by this part. */
const LONGEST_SPAN = 8;
const LARGEST_CHANGE = 0.1;

/**
 * The substeps of a step, one after the other. With "auto" the cloth is looked at again and again in the course of a
 * step: a hand may pull it to twice its length before the step is over, and stretched cloth is stiffer. So a step is
 * planned in spans of a few substeps.
 *
 * Those of symplectic Euler change their length as rarely as can be. It keeps an energy that depends on the step (H + O(dt), Hairer, Lubich and
 * Wanner IX.8), so each change kicks the fastest swings: with a new length for each span an undamped sheet gained 15 to 670 times its
 * energy in 2 s. What was stiff for a moment will be so again, so they grow only after a while: at once, a sheet that swings for ever gained
 * 3.4 times its energy in 60 s; after 1 s half of it, after 3 s a quarter. Tried and rejected: kicks of the mean of both lengths (leapfrog), which leave an error as large near the
 * stable limit.
 */
export class Substeps {
  /** Of the present substep, s. */
  duration = BOXED;
  /** Start of the present substep after the start of the step, s. */
  start = 0;
  /** End of the present substep after the start of the step, s; when all are over, of the step. */
  end = 0;
  /** The time for which forces are evaluated, s. */
  instant = BOXED;
  /** Substeps of this step so far. */
  count = 0;
  /** For how long symplectic Euler could have taken longer substeps than it does, s. */
  calm = BOXED;
  /** Whether a step has begun and not yet come to its end: something has stopped it half-way. */
  isUnderWay = false;
  readonly #world: World;
  /** Of the whole step, s. */
  #step = 0;
  /** What is left of the step at the start of the span, s. */
  #left = 0;
  /** Of the whole span, s. */
  #span = 0;
  #planned = 0;
  #taken = 0;
  /** Of symplectic Euler with "auto", s: the length in use, and the least stable one of the latest step; Infinity at first. */
  #length = Infinity;
  #least = Infinity;

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * A step begins.
   *
   * @throws RangeError where it would explode.
   */
  begin(step: number): void {
    this.calm = this.#length < TOO_SHORT * this.#least ? this.calm + step : 0;
    if (this.calm > CALM) this.#length *= GROWTH;
    this.#least = Infinity;
    this.#step = step;
    this.#left = step;
    this.count = 0;
    this.#plan();
    this.isUnderWay = true;
  }

  /** What the length of the next substeps depends on besides the cloths, between steps. */
  get lengths(): [length: number, least: number] {
    return [this.#length, this.#least];
  }

  set lengths([length, least]: readonly [number, number]) {
    this.#length = length;
    this.#least = least;
  }

  /** Forgets a step that was broken off. */
  abandon(): void {
    this.isUnderWay = false;
  }

  /** Begins anew, at the start of a run. */
  reset(): void {
    this.abandon();
    this.lengths = [Infinity, Infinity];
    this.calm = 0;
  }

  /** Goes on to the next substep; false when the step is over. */
  next(): boolean {
    if (this.#isStruck()) this.replan();
    if (this.#taken === this.#planned) {
      this.#left -= this.#span;
      if (!(this.#left > 0)) {
        this.isUnderWay = false;
        this.end = this.#step;
        return false;
      }
      this.#plan();
    }
    this.start = this.#step - this.#left + this.#taken * this.duration;
    this.end = this.start + this.duration;
    this.#taken++;
    this.count++;
    return true;
  }

  /** Whether something has struck a cloth since the span was planned: a ball, a hand, a wall. */
  #isStruck(): boolean {
    const { cloths } = this.#world;
    if (!this.#canReplan || this.#taken === 0) return false;
    for (let i = 0; i < cloths.length; i++) {
      if (cloths[i]!.spectrum!.isStruck(LARGEST_CHANGE, this.duration)) return true;
    }
    return false;
  }

  get #canReplan(): boolean {
    const { type, substeps } = this.#world.solver;
    return substeps === "auto" && type !== "implicit" && this.#taken < this.#planned;
  }

  /** The cloth has changed: as soon as the present substep is over, explicit solvers look at it again. */
  replan(): void {
    if (!this.#canReplan) return;
    this.#planned = this.#taken;
    this.#span = this.#taken * this.duration;
  }

  #plan(): void {
    const world = this.#world;
    const { type, substeps } = world.solver;
    this.#taken = 0;
    this.#span = this.#left;
    if (substeps !== "auto" || type === "implicit") {
      this.#planned = substepsFor(world, substeps === "auto" ? this.#left : this.#step);
    } else this.#planExplicit();
    this.duration = this.#span / this.#planned;
  }

  #planExplicit(): void {
    const world = this.#world;
    const longest = longestStable(world);
    substepsFor(world, this.#left, longest); // refuses what nobody could wait for
    this.#least = Math.min(this.#least, longest);
    const isKept = world.solver.type === "euler" && this.#length <= TOO_LONG * longest;
    if (!isKept) this.#length = EXPLICIT_SAFETY * longest;
    const needed = roundUp(this.#left / this.#length);
    let rate = 0;
    for (const cloth of world.cloths) rate = Math.max(rate, cloth.spectrum!.rate);
    const calm = Math.max(1, Math.floor((needed * LARGEST_CHANGE) / (rate * this.#left)));
    this.#planned = Math.min(needed, LONGEST_SPAN, calm);
    if (this.#planned < needed) this.#span = (this.#left * this.#planned) / needed;
  }
}

function spectrumOf(cloth: WorldCloth, drag: number): Spectrum {
  cloth.spectrum ??= new SpectrumWatch(cloth);
  return cloth.spectrum.measure(drag, cloth.attachments);
}

/** The next whole number, 1 at least. */
function roundUp(count: number): number {
  return Math.max(1, -Math.floor(-count));
}

/** Three digits are enough for a step in a message. */
function short(seconds: number): string {
  return String(Number(seconds.toPrecision(3)));
}
