import { BOXED } from "../math/boxed.js";
import { list, type Check } from "../math/check-data.js";
import type { Attachments, Cloth } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import type { Store } from "../stores/index.js";
import { MAX_SUBSTEPS, type SolverOptions } from "./options.js";

/** The data that the division of a step depends on. Read it when needed: it may change between steps. */
export interface StepPlanContext {
  /** `substeps` may change between steps. */
  readonly solver: Readonly<SolverOptions>;
  readonly cloths: readonly {
    readonly kernels: Pick<Kernels, "publish" | "areSlower">;
    readonly cloth: Cloth;
    readonly attachments: readonly Attachments[];
    /** See `ClothSolver.isDisturbed`. */
    readonly solver: { readonly isDisturbed?: boolean };
  }[];
  readonly wind: { readonly drag: number };
  /** Simulation time, s. */
  readonly time: number;
}

/**
 * Tolerance of the number of substeps: together, the substeps of a step may be too long by this fraction of a substep.
 */
const SUBSTEP_TOLERANCE = 0.05;

/**
 * Iterates over the substeps of a step. A step of `solver.step` has `solver.substeps` substeps. A step of another
 * duration is divided into substeps of nearly the same length: the stiffness of XPBD depends on their length, and cloth
 * that gets stiffer while it is stretched is thrown.
 *
 * A step is planned in spans of equal substeps; this class plans a single span. A solver that chooses the number of
 * substeps measures the cloth again for each span.
 */
export class Substeps implements Store {
  readonly name: string = "substeps";
  readonly isInternal = true;
  /** Duration of the current substep, s. */
  duration = BOXED;
  /** Start of the current substep, s after the start of the step. */
  start = 0;
  /** End of the current substep, s after the start of the step; after the last substep, the end of the step. */
  end = 0;
  /** The time at which forces are evaluated, s. */
  instant = BOXED;
  /** Substeps of this step so far. */
  count = 0;
  /** True if a step has begun and has not ended: between steps it means that the step was interrupted. */
  isRunning = false;
  protected readonly context: StepPlanContext;
  /** Duration of the step, s. */
  #step = 0;
  /** Remaining time of the step at the start of the span, s. */
  protected remaining = 0;
  /** Duration of the span, s. */
  protected span = 0;
  /** Substeps of the span. */
  protected planned = 0;
  /** Substeps of the span that have started. */
  protected taken = 0;

  constructor(context: StepPlanContext) {
    this.context = context;
  }

  /** Numbers that the length of the next substeps depends on, besides the cloths. None here. */
  get state(): number[] {
    return [];
  }

  set state(_numbers: readonly number[]) {
    // No state.
  }

  readonly check: Check = list(() => {}, 0);

  /** Discards an interrupted step. */
  jump(): void {
    this.isRunning = false;
  }

  /**
   * Begins a step; `step` in s.
   *
   * @throws RangeError if it would be unstable or need too many substeps.
   */
  begin(step: number): void {
    this.#step = step;
    this.remaining = step;
    this.count = 0;
    this.#planSpan();
    this.isRunning = true;
  }

  /** Advances to the next substep. Returns false at the end of the step. */
  next(): boolean {
    if (this.taken > 0 && this.isSpanStale()) this.replan();
    if (this.taken === this.planned) {
      this.remaining -= this.span;
      if (!(this.remaining > 0)) {
        this.isRunning = false;
        this.end = this.#step;
        return false;
      }
      this.#planSpan();
    }
    this.start = this.#step - this.remaining + this.taken * this.duration;
    this.end = this.start + this.duration;
    this.taken++;
    this.count++;
    return true;
  }

  /** Called when the cloth has changed: if the number of substeps depends on it, replans after the current substep. */
  replan(): void {
    // The number does not depend on the cloth.
  }

  /** Ends the span with the current substep. */
  protected endSpan(): void {
    this.planned = this.taken;
    this.span = this.taken * this.duration;
  }

  /** True if the cloth has changed too much since the span was planned. */
  protected isSpanStale(): boolean {
    return false;
  }

  #planSpan(): void {
    this.taken = 0;
    this.span = this.remaining;
    this.plan();
    this.duration = this.span / this.planned;
  }

  /** Sets `planned`, and `span` if it is shorter than the remaining time. */
  protected plan(): void {
    this.planned = this.countFor(this.#step);
  }

  /**
   * Returns the number of substeps of a step of `duration`, s.
   *
   * @throws RangeError if the given number would be unstable; the message has the number needed.
   */
  countFor(duration: number): number {
    const { step, substeps } = this.context.solver;
    return substepsOfLength(step / (substeps as number), duration);
  }
}

function substepsOfLength(length: number, duration: number): number {
  const count = roundUp(duration / length - SUBSTEP_TOLERANCE);
  if (count <= MAX_SUBSTEPS) return count;
  throw new RangeError(
    `step: ${formatSeconds(duration)} s would take ${count} substeps of ${formatSeconds(length)} s, at most ${MAX_SUBSTEPS} are allowed; ` +
      "take several shorter steps, or a longer solver.step",
  );
}

/** Rounds up to a whole number of at least 1. */
export function roundUp(count: number): number {
  return Math.max(1, -Math.floor(-count));
}

/** Formats a time for a message, with three digits. */
export function formatSeconds(seconds: number): string {
  return String(Number(seconds.toPrecision(3)));
}
