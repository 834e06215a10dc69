import { BOXED } from "../../math/boxed.js";
import { from, list, type Check } from "../../math/check-data.js";
import { MAX_SUBSTEPS } from "../options.js";
import { roundUp, short, Substeps, type StepPlanContext } from "../substeps.js";
import type { IntegratorName } from "./integrators.js";
import { SpectrumTracker } from "./spectrum.js";
import { stableStep } from "./stability.js";

/** The part of the longest stable step that the automatic substeps use … */
export const EXPLICIT_SAFETY = 0.8;
/** … which those of symplectic Euler keep until it is more than this part of what is stable now … */
const TOO_LONG = 0.9;
/** … or was less than this part all the time for so long, s; then they grow by so much a step. Growing at once cost twice the energy. */
const TOO_SHORT = 0.6;
const CALM = 2;
const GROWTH = 1.1;

/** After so many substeps at most the cloth is looked at again, and sooner where edges change by this part. */
const MAX_SPAN = 8;
const MAX_CHANGE = 0.1;

/** s. */
const MIN_SUBSTEP = 1e-9;

/**
 * The substeps of an explicit integrator. With "auto" the cloth is looked at again and again in the course of a step: a
 * hand may pull it to twice its length before the step is over, and stretched cloth is stiffer. So a step is planned in
 * spans of a few substeps.
 *
 * Those of symplectic Euler change their length as rarely as can be. It keeps an energy that depends on the step (H + O(dt), Hairer, Lubich and
 * Wanner IX.8), so each change kicks the fastest swings: with a new length for each span an undamped sheet gained 15 to 670 times its
 * energy in 2 s. What was stiff for a moment will be so again, so they grow only after a while: at once, a sheet that swings for ever gained
 * 3.4 times its energy in 60 s; after 1 s half of it, after 3 s a quarter. Tried and rejected: kicks of the mean of both lengths (leapfrog), which leave an error as large near the
 * stable limit.
 */
export class ExplicitSubsteps extends Substeps {
  readonly #integrator: IntegratorName;
  /** One a cloth. */
  readonly #watches: SpectrumTracker[] = [];
  /** Of symplectic Euler with "auto", s: the length in use, and the least stable one of the latest step; Infinity at first. */
  #length = Infinity;
  #least = Infinity;
  /** For how long it could have taken longer substeps than it does, s. */
  #calm = BOXED;

  constructor(context: StepPlanContext, integrator: IntegratorName) {
    super(context);
    this.#integrator = integrator;
    this.#calm = 0;
  }

  override get state(): number[] {
    return [this.#length, this.#least, this.#calm];
  }

  override set state([length, least, calm]: readonly number[]) {
    this.#length = length!;
    this.#least = least!;
    this.#calm = calm!;
  }

  override readonly check: Check = (value, field) => {
    list(() => {}, 3)(value, field);
    const [length, least, calm] = value as [unknown, unknown, unknown];
    substepLength(length, `${field}.0`);
    substepLength(least, `${field}.1`);
    from(0)(calm, `${field}.2`);
  };

  override begin(step: number): void {
    this.#calm = this.#length < TOO_SHORT * this.#least ? this.#calm + step : 0;
    if (this.#calm > CALM) this.#length *= GROWTH;
    this.#least = Infinity;
    super.begin(step);
  }

  /** Whether something has struck a cloth since the span was planned: a ball, a hand, a wall. */
  protected override isSpanStale(): boolean {
    if (!this.#canReplan) return false;
    for (let i = 0; i < this.#watches.length; i++) {
      if (this.#watches[i]!.isStruck(MAX_CHANGE, this.duration)) return true;
    }
    return false;
  }

  get #canReplan(): boolean {
    return this.context.solver.substeps === "auto" && this.taken < this.planned;
  }

  override replan(): void {
    if (this.#canReplan) this.endSpan();
  }

  protected override plan(): void {
    if (this.context.solver.substeps === "auto") this.#planSpan();
    else super.plan();
  }

  #planSpan(): void {
    const longest = this.#longestStable();
    this.#countOf(this.left, longest, EXPLICIT_SAFETY); // refuses what nobody could wait for
    this.#least = Math.min(this.#least, longest);
    const isKept = this.#integrator === "euler" && this.#length <= TOO_LONG * longest;
    if (!isKept) this.#length = EXPLICIT_SAFETY * longest;
    const needed = roundUp(this.left / this.#length);
    let rate = 0;
    for (let i = 0; i < this.#watches.length; i++) rate = Math.max(rate, this.#watches[i]!.rate);
    const calm = Math.max(1, Math.floor((needed * MAX_CHANGE) / (rate * this.left)));
    this.planned = Math.min(needed, MAX_SPAN, calm);
    if (this.planned < needed) this.span = (this.left * this.planned) / needed;
  }

  override countFor(duration: number): number {
    const longest = this.#longestStable();
    const { step, substeps: given } = this.context.solver;
    if (given === "auto") return this.#countOf(duration, longest, EXPLICIT_SAFETY);
    const substeps = super.countFor(duration);
    if (this.#countOf(duration, longest, 1) <= substeps) return substeps;
    const { time } = this.context;
    const when = time > 0 ? ` at ${short(time)} s, as the cloth is now` : "";
    throw new RangeError(
      `solver.substeps: ${this.#integrator} stays stable only up to a step of ${short(longest)} s${when}, ` +
        `and ${given} of ${short(step)} s makes ${short(duration / substeps)} s; ` +
        `expected ${roundUp(step / (EXPLICIT_SAFETY * longest))} or more, or "auto"`,
    );
  }

  /** The number of substeps that are a part of the longest stable one. */
  #countOf(duration: number, longest: number, part: number): number {
    const needed = roundUp(duration / (part * longest));
    if (needed <= MAX_SUBSTEPS) return needed;
    throw new RangeError(
      `solver.type: ${this.#integrator} needs steps of ${short(longest)} s for this cloth, which nobody could wait for; ` +
        (this.#integrator === "forward-euler"
          ? "take more damping, euler, implicit or xpbd"
          : "take less stiffness or damping, a coarser mesh, implicit or xpbd"),
    );
  }

  /** The longest step for which the integrator is stable, as the cloths are now, s. */
  #longestStable(): number {
    const { cloths, wind } = this.context;
    let longest = Infinity;
    for (let i = 0; i < cloths.length; i++) {
      const { cloth, attachments } = cloths[i]!;
      if (this.#watches[i]?.cloth !== cloth) this.#watches[i] = new SpectrumTracker(cloth);
      const spectrum = this.#watches[i]!.measure(wind.drag, attachments);
      longest = Math.min(longest, stableStep(this.#integrator, spectrum));
    }
    return longest;
  }
}

/** s; of a solver that has none yet, Infinity. A shorter one than that of the most substeps would never come to an end. */
const substepLength: Check = (value, field) => {
  if (value !== Infinity) from(MIN_SUBSTEP)(value, field);
};
