import { BOXED } from "../math/boxed.js";
import { list, type Check } from "../math/check-data.js";
import type { Attachments, Cloth } from "../cloth/index.js";
import type { Store } from "../stores/index.js";
import { MAX_SUBSTEPS, type SolverOptions } from "./options.js";

/** What the division of a step depends on; to be read when it is asked for. */
export interface StepPlanContext {
  /** Its substeps may be changed between steps. */
  readonly solver: Readonly<SolverOptions>;
  readonly cloths: readonly {
    readonly cloth: Cloth;
    readonly attachments: readonly Attachments[];
  }[];
  readonly wind: { readonly drag: number };
  /** s. */
  readonly time: number;
}

/** A substep may be longer than the options say by up to this part of one, shared by all substeps of a step. */
const SUBSTEP_TOLERANCE = 0.05;

/**
 * The substeps of a step, one after the other: as many as the options say for a step of `solver.step`. Another step is
 * divided into substeps of the same length, as nearly as it can be: how stiff XPBD is depends on their length, and cloth
 * that gets stiffer while it is stretched is hurled.
 *
 * A step is planned in spans of equal substeps; here there is one. A solver that finds the number by itself looks at the
 * cloth again for each span.
 */
export class Substeps implements Store {
  readonly name: string = "substeps";
  readonly isInternal = true;
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
  protected readonly context: StepPlanContext;
  /** Of the whole step, s. */
  #step = 0;
  /** What is left of the step at the start of the span, s. */
  protected left = 0;
  /** Of the whole span, s. */
  protected span = 0;
  /** Substeps of the span, and those that were taken. */
  protected planned = 0;
  protected taken = 0;

  constructor(context: StepPlanContext) {
    this.context = context;
  }

  /** Numbers that the length of the next substeps depends on, besides the cloths. */
  get state(): number[] {
    return [];
  }

  set state(_numbers: readonly number[]) {
    // There are none.
  }

  readonly check: Check = list(() => {}, 0);

  /** A step that was broken off is forgotten. */
  jump(): void {
    this.isUnderWay = false;
  }

  /**
   * A step begins.
   *
   * @throws RangeError where it would explode.
   */
  begin(step: number): void {
    this.#step = step;
    this.left = step;
    this.count = 0;
    this.#planSpan();
    this.isUnderWay = true;
  }

  /** Goes on to the next substep; false when the step is over. */
  next(): boolean {
    if (this.taken > 0 && this.isSpanStale()) this.replan();
    if (this.taken === this.planned) {
      this.left -= this.span;
      if (!(this.left > 0)) {
        this.isUnderWay = false;
        this.end = this.#step;
        return false;
      }
      this.#planSpan();
    }
    this.start = this.#step - this.left + this.taken * this.duration;
    this.end = this.start + this.duration;
    this.taken++;
    this.count++;
    return true;
  }

  /** The cloth has changed: where the number follows from it, it is looked at again after the present substep. */
  replan(): void {
    // The number does not follow from it.
  }

  /** Ends the span with the present substep. */
  protected endSpan(): void {
    this.planned = this.taken;
    this.span = this.taken * this.duration;
  }

  /** Whether the cloth is another one than the span was planned for. */
  protected isSpanStale(): boolean {
    return false;
  }

  #planSpan(): void {
    this.taken = 0;
    this.span = this.left;
    this.plan();
    this.duration = this.span / this.planned;
  }

  /** Sets `planned`, and `span` where it is shorter than what is left. */
  protected plan(): void {
    this.planned = this.countFor(this.#step);
  }

  /**
   * The number of substeps of a step of `duration`.
   *
   * @throws RangeError where that is a number that would explode, with the number that it needs.
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
    `step: ${short(duration)} s would take ${count} substeps of ${short(length)} s, which nobody could wait for; ` +
      "take several shorter steps, or a longer solver.step",
  );
}

/** The next whole number, 1 at least. */
export function roundUp(count: number): number {
  return Math.max(1, -Math.floor(-count));
}

/** Three digits are enough for a step in a message. */
export function short(seconds: number): string {
  return String(Number(seconds.toPrecision(3)));
}
