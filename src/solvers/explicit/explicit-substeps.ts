import { BOXED } from "../../math/boxed.js";
import { inRange, list, type Check } from "../../math/check-data.js";
import { MAX_SUBSTEPS } from "../options.js";
import { roundUp, formatSeconds, Substeps, type StepPlanContext } from "../substeps.js";
import type { IntegratorName } from "./integrators.js";
import { SpectrumTracker } from "./spectrum.js";
import { stableStep } from "./stability.js";

/** Length of new automatic substeps, as a fraction of the maximum stable step. */
export const EXPLICIT_SAFETY = 0.8;
/** Symplectic Euler keeps its substep length while it is at most this fraction of the maximum stable step. */
const TOO_LONG = 0.9;
/** A length below this fraction of the maximum stable step is too short. */
const TOO_SHORT = 0.6;
/** After this time with too short substeps, s, their length starts to grow. Immediate growth cost twice the energy. */
const CALM = 2;
/** Growth factor of the length per step. */
const GROWTH = 1.1;

/** Maximum number of substeps of a span. */
const MAX_SPAN = 8;
/** Maximum change of an edge in a span, as a fraction of its length. */
const MAX_CHANGE = 0.1;

/** Minimum length of a substep in a state, s. */
const MIN_SUBSTEP = 1e-9;

/**
 * The substeps of an explicit integrator. With "auto" the cloth is measured several times per step: a grab may pull it
 * to twice its length before the step ends, and stretched cloth is stiffer. So a step is planned in spans of a few
 * substeps.
 *
 * Symplectic Euler changes the length of its substeps as rarely as possible. The energy that it conserves depends on
 * the step (H + O(dt), Hairer, Lubich and Wanner IX.8), so each change excites the fastest oscillations: with a new
 * length for each span an undamped sheet gained 15 to 670 times its energy in 2 s. Cloth that was stiff for a moment
 * will be so again, so the length grows only after a delay: without delay, a sheet that oscillates without damping
 * gained 3.4 times its energy in 60 s; after 1 s half of that, after 3 s a quarter. Tried and rejected: kicks with the
 * mean of both lengths (leapfrog), which leave an equally large error near the stability limit.
 */
export class ExplicitSubsteps extends Substeps {
  readonly #integrator: IntegratorName;
  /** One per cloth. */
  readonly #trackers: SpectrumTracker[] = [];
  /** Symplectic Euler with "auto": the current length, s; Infinity at first. */
  #length = Infinity;
  /** Minimum of the maximum stable step during the latest step, s; Infinity at first. */
  #minStable = Infinity;
  /** Remaining time of the step at the latest look at the cloths, s; Infinity: the next span begins with a look. */
  #lookedAt = Infinity;
  /** The latest maximum stable step, s. */
  #maxStable = BOXED;
  /** Time for which the length has been too short, s. */
  #calm = BOXED;

  constructor(context: StepPlanContext, integrator: IntegratorName) {
    super(context);
    this.#integrator = integrator;
    this.#calm = 0;
    this.#maxStable = 0;
  }

  override get state(): number[] {
    return [this.#length, this.#minStable, this.#calm];
  }

  override set state([length, minStable, calm]: readonly number[]) {
    this.#length = length!;
    this.#minStable = minStable!;
    this.#calm = calm!;
  }

  override readonly check: Check = (value, field) => {
    list(() => {}, 3)(value, field);
    const [length, minStable, calm] = value as [unknown, unknown, unknown];
    substepLength(length, `${field}.0`);
    substepLength(minStable, `${field}.1`);
    inRange(0)(calm, `${field}.2`);
  };

  override begin(step: number): void {
    this.#calm = this.#length < TOO_SHORT * this.#minStable ? this.#calm + step : 0;
    if (this.#calm > CALM) this.#length *= GROWTH;
    this.#minStable = Infinity;
    super.begin(step);
  }

  /** True if something has hit a cloth since the span was planned: a ball, a grab, a wall. */
  protected override isSpanStale(): boolean {
    if (!this.#canReplan) return false;
    for (let i = 0; i < this.#trackers.length; i++) {
      const { kernels, cloth } = this.context.cloths[i]!;
      const tracker = this.#trackers[i]!;
      if (kernels.areSlower(cloth, tracker.speedLimit(MAX_CHANGE, this.duration))) continue;
      kernels.publish(cloth);
      if (tracker.isStruck()) return true;
    }
    return false;
  }

  get #canReplan(): boolean {
    return this.context.solver.substeps === "auto" && this.taken < this.planned;
  }

  override replan(): void {
    this.#lookedAt = Infinity;
    if (this.#canReplan) this.endSpan();
  }

  protected override plan(): void {
    if (this.context.solver.substeps === "auto") this.#planSpan();
    else super.plan();
  }

  #planSpan(): void {
    const maxStable = this.#isKept() ? this.#maxStable : this.#maxStableStep();
    this.#maxStable = maxStable;
    this.#countOf(this.remaining, maxStable, EXPLICIT_SAFETY); // throws if there are too many
    this.#minStable = Math.min(this.#minStable, maxStable);
    const keepsLength = this.#integrator === "euler" && this.#length <= TOO_LONG * maxStable;
    if (!keepsLength) this.#length = EXPLICIT_SAFETY * maxStable;
    const needed = roundUp(this.remaining / this.#length);
    let rate = 0;
    for (let i = 0; i < this.#trackers.length; i++) rate = Math.max(rate, this.#trackers[i]!.rate);
    const maxCount = Math.max(1, Math.floor((needed * MAX_CHANGE) / (rate * this.remaining)));
    this.planned = Math.min(needed, MAX_SPAN, maxCount);
    if (this.planned < needed) this.span = (this.remaining * this.planned) / needed;
  }

  /**
   * True if the latest maximum stable step is still valid, within the same step. Others than Euler change the length of
   * their substeps with every measurement. A step starts with a measurement, because a state does not contain it.
   */
  #isKept(): boolean {
    if (this.#integrator !== "euler" || this.count === 0) {
      this.#lookedAt = this.remaining;
      return false;
    }
    const { cloths } = this.context;
    let isDue = false;
    for (let i = 0; i < cloths.length; i++) {
      if (!this.#trackers[i]!.isValidAfter(this.#lookedAt - this.remaining)) isDue = true;
    }
    if (!isDue) return true;
    let isValid = true;
    for (let i = 0; i < cloths.length; i++) {
      const { kernels, cloth } = cloths[i]!;
      kernels.publish(cloth);
      if (!this.#trackers[i]!.look()) isValid = false;
    }
    this.#lookedAt = this.remaining;
    return isValid;
  }

  override countFor(duration: number): number {
    const maxStable = this.#maxStableStep();
    const { step, substeps: given } = this.context.solver;
    if (given === "auto") return this.#countOf(duration, maxStable, EXPLICIT_SAFETY);
    const substeps = super.countFor(duration);
    if (this.#countOf(duration, maxStable, 1) <= substeps) return substeps;
    const { time } = this.context;
    const when = time > 0 ? ` at ${formatSeconds(time)} s, as the cloth is now` : "";
    throw new RangeError(
      `solver.substeps: ${this.#integrator} stays stable only up to a step of ${formatSeconds(maxStable)} s${when}, ` +
        `and ${given} of ${formatSeconds(step)} s makes ${formatSeconds(duration / substeps)} s; ` +
        `expected ${roundUp(step / (EXPLICIT_SAFETY * maxStable))} or more, or "auto"`,
    );
  }

  /** Returns the number of substeps whose length is a fraction of the maximum stable step. */
  #countOf(duration: number, maxStable: number, fraction: number): number {
    const needed = roundUp(duration / (fraction * maxStable));
    if (needed <= MAX_SUBSTEPS) return needed;
    throw new RangeError(
      `solver.type: ${this.#integrator} needs steps of ${formatSeconds(maxStable)} s for this cloth, more than ${MAX_SUBSTEPS} substeps; ` +
        (this.#integrator === "forward-euler"
          ? "take more damping, euler, implicit or xpbd"
          : `take less stiffness${this.context.solver.limitDamping === true ? "" : " or damping"}, a coarser mesh, implicit or xpbd`),
    );
  }

  /** Returns the maximum stable step for the current cloths, s. */
  #maxStableStep(): number {
    const { cloths, wind, solver } = this.context;
    const limitDamping = solver.limitDamping === true;
    let maxStable = Infinity;
    for (let i = 0; i < cloths.length; i++) {
      const { kernels, cloth, attachments } = cloths[i]!;
      kernels.publish(cloth);
      if (this.#trackers[i]?.cloth !== cloth) this.#trackers[i] = new SpectrumTracker(cloth);
      const tracker = this.#trackers[i]!;
      let longest = stableStep(this.#integrator, tracker.measure(wind.drag, attachments));
      if (limitDamping) {
        // The damping is the smaller one of both, so both bounds hold.
        const spectrum = tracker.measure(wind.drag, attachments, true);
        longest = Math.max(longest, stableStep(this.#integrator, spectrum));
      }
      maxStable = Math.min(maxStable, longest);
    }
    return maxStable;
  }
}

/** Check of a length, s: Infinity if unset. A length below the minimum would need an unbounded number of substeps. */
const substepLength: Check = (value, field) => {
  if (value !== Infinity) inRange(MIN_SUBSTEP)(value, field);
};
