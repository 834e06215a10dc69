import { SpectrumWatch, stableStep, type Spectrum } from "../solvers/index.js";
import { SOLVERS, WORLD_DEFAULTS, type SolverOptions } from "./options.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** The part of the longest stable step that automatic substeps use. */
const SAFETY = 0.8;
/** More substeps than this a step and nobody would see the end of it. */
const MOST_SUBSTEPS = 100_000;

/**
 * The number of substeps that the next step of `dt` is divided into: what the solver's options say, or as many as an
 * explicit integrator needs to stay stable.
 *
 * @throws RangeError where the options say a number that would explode, with the number that it needs.
 */
export function substepsFor(world: World, dt: number): number {
  const { type, substeps } = world.solver;
  if (type === "xpbd") return substeps as number; // stable at any step
  let longest = Infinity;
  for (const cloth of world.cloths) {
    longest = Math.min(longest, stableStep(type, spectrumOf(cloth, world.wind.drag)));
  }
  const needed = roundUp(dt / (substeps === "auto" ? SAFETY * longest : longest));
  if (!(needed <= MOST_SUBSTEPS)) {
    throw new RangeError(
      `solver.type: ${type} needs steps of ${short(longest)} s for this cloth, which nobody could wait for; ` +
        "take less stiffness or damping, a coarser mesh, or xpbd",
    );
  }
  if (substeps === "auto") return needed;
  if (needed > substeps) {
    const when = world.time > 0 ? ` at ${short(world.time)} s, as the cloth is now` : "";
    throw new RangeError(
      `solver.substeps: ${type} stays stable only up to a step of ${short(longest)} s${when}, ` +
        `and ${substeps} of ${short(dt)} s makes ${short(dt / substeps)} s; ` +
        `expected ${roundUp(dt / (SAFETY * longest))} or more, or "auto"`,
    );
  }
  return substeps;
}

/** After so many substeps at most the cloth is looked at again, and sooner where edges change by this part. */
const LONGEST_SPAN = 8;
const LARGEST_CHANGE = 0.1;

/** A part of a step with substeps of one length. */
export interface Span {
  substeps: number;
  /** s. */
  duration: number;
}

/**
 * Says what comes next of a step of `dt` of which `left` seconds are left. With "auto" the cloth is looked at again and again
 * in the course of a step: a hand may pull it to twice its length before the step is over, and stretched cloth is stiffer.
 */
export function planSpan(world: World, dt: number, left: number, span: Span): void {
  const { type, substeps } = world.solver;
  span.duration = left;
  if (type === "xpbd" || substeps !== "auto") {
    span.substeps = substepsFor(world, dt);
    return;
  }
  const needed = substepsFor(world, left);
  let rate = 0;
  for (const cloth of world.cloths) rate = Math.max(rate, cloth.spectrum!.rate);
  const calm = Math.max(1, Math.floor((needed * LARGEST_CHANGE) / (rate * left)));
  span.substeps = Math.min(needed, LONGEST_SPAN, calm);
  if (span.substeps < needed) span.duration = (left * span.substeps) / needed;
}

function spectrumOf(cloth: WorldCloth, drag: number): Spectrum {
  cloth.spectrum ??= new SpectrumWatch(cloth);
  return cloth.spectrum.measure(drag, cloth.attachments);
}

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field.
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  const type = given.type ?? WORLD_DEFAULTS.solver.type;
  if (!SOLVERS.includes(type)) {
    throw new RangeError(`solver.type: expected ${SOLVERS.join(", ")}, got ${type as string}`);
  }
  const options: SolverOptions = {
    type,
    step: given.step ?? WORLD_DEFAULTS.solver.step,
    substeps: given.substeps ?? (type === "xpbd" ? WORLD_DEFAULTS.solver.substeps : "auto"),
    ...(given.stretchLimit !== undefined && { stretchLimit: given.stretchLimit }),
  };
  checkSolver(options);
  return options;
}

function checkSolver({ type, step, substeps, stretchLimit }: SolverOptions): void {
  if (!(step > 0 && step < Infinity)) {
    throw new RangeError(`solver.step: expected a time over 0 s, got ${step}`);
  }
  if (substeps === "auto" && type === "xpbd") {
    throw new RangeError(
      "solver.substeps: xpbd is stable with any number; expected a whole number of 1 or more",
    );
  }
  if (substeps !== "auto" && !(Number.isInteger(substeps) && substeps > 0)) {
    throw new RangeError(
      `solver.substeps: expected a whole number of 1 or more, or "auto", got ${substeps}`,
    );
  }
  if (stretchLimit === undefined) return;
  if (type === "xpbd") {
    throw new RangeError("solver.stretchLimit: only explicit solvers have one, and this is xpbd");
  }
  if (!(stretchLimit > 1 && stretchLimit < Infinity)) {
    throw new RangeError(`solver.stretchLimit: expected a ratio over 1, got ${stretchLimit}`);
  }
}

/** The next whole number, 1 at least. */
function roundUp(count: number): number {
  return Math.max(1, -Math.floor(-count));
}

/** Three digits are enough for a step in a message. */
function short(seconds: number): string {
  return String(Number(seconds.toPrecision(3)));
}
