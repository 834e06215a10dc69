import { BOXED } from "../math/boxed.js";
import { MOST_SUBSTEPS } from "./options.js";
import { fastestChange, SpectrumWatch, stableStep, type Spectrum } from "../solvers/index.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** The part of the longest stable step that the automatic substeps of explicit solvers use. */
export const EXPLICIT_SAFETY = 0.8;

/**
 * The number of substeps that the next step of `dt` is divided into: what the solver's options say, or as many as an
 * explicit integrator needs to stay stable.
 *
 * @throws RangeError where the options say a number that would explode, with the number that it needs.
 */
export function substepsFor(world: World, dt: number): number {
  const { type, substeps } = world.solver;
  if (type === "xpbd") return substeps as number; // stable at any step
  if (type === "implicit") return substeps === "auto" ? substepsBySpeed(world, dt) : substeps;
  let longest = Infinity;
  for (const cloth of world.cloths) {
    longest = Math.min(longest, stableStep(type, spectrumOf(cloth, world.wind.drag)));
  }
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
        `and ${substeps} of ${short(dt)} s makes ${short(dt / substeps)} s; ` +
        `expected ${roundUp(dt / (EXPLICIT_SAFETY * longest))} or more, or "auto"`,
    );
  }
  return substeps;
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
 * planned in spans of a few substeps of one length.
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

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * A step begins.
   *
   * @throws RangeError where it would explode.
   */
  begin(step: number): void {
    this.#step = step;
    this.#left = step;
    this.count = 0;
    this.#plan();
    this.isUnderWay = true;
  }

  /** Forgets a step that was broken off. */
  abandon(): void {
    this.isUnderWay = false;
  }

  /** Goes on to the next substep; false when the step is over. */
  next(): boolean {
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

  /** The cloth has changed: as soon as the present substep is over, explicit solvers look at it again. */
  replan(): void {
    const { type, substeps } = this.#world.solver;
    if (substeps !== "auto" || type === "implicit" || this.#taken === this.#planned) return;
    this.#planned = this.#taken;
    this.#span = this.#taken * this.duration;
  }

  #plan(): void {
    const world = this.#world;
    const isAuto = world.solver.substeps === "auto";
    const needed = substepsFor(world, isAuto ? this.#left : this.#step);
    this.#taken = 0;
    this.#planned = needed;
    this.#span = this.#left;
    if (isAuto && world.solver.type !== "implicit") {
      let rate = 0;
      for (const cloth of world.cloths) rate = Math.max(rate, cloth.spectrum!.rate);
      const calm = Math.max(1, Math.floor((needed * LARGEST_CHANGE) / (rate * this.#left)));
      this.#planned = Math.min(needed, LONGEST_SPAN, calm);
      if (this.#planned < needed) this.#span = (this.#left * this.#planned) / needed;
    }
    this.duration = this.#span / this.#planned;
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
