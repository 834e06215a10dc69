import { BOXED } from "../../math/boxed.js";
import { anything, list, numbers, positive, record } from "../../math/check-data.js";
import { ensureCapacity } from "../../math/grow.js";
import { Snapshot } from "../../math/snapshot.js";
import {
  addElementForces,
  StretchLimit,
  type Cloth,
  type ElementImpulses,
} from "../../cloth/index.js";
import type { StateContext, Store } from "../../stores/index.js";

interface StepForcesState {
  /** Impulses of the latest part of a step per kind of element, N·s; empty if tearing does not need them. */
  impulses: Float64Array[];
  /** Duration of that part, s. */
  duration: number;
  /** Lengths, m, and impulses, N·s, of the stretch limit per edge; empty without a limit. */
  limit: Float64Array[];
}

/**
 * Impulses that the elements of a cloth have applied: in the part of a step that tearing measures (a step, a substep or
 * less), and in the whole step, for pins.
 */
export class StepForces implements Store {
  readonly name = "forces";
  readonly isInternal = true;
  /** Largest stretch of edges; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /** Duration over which the elements have accumulated their impulses, s: a step, or a part of it. */
  duration = BOXED;
  /** Gravity in the latest step, m/s². */
  readonly gravity = new Float64Array(3);
  /** True if tearing measures parts of a step. Then a state must contain the latest part. */
  isMeasuredInParts = false;
  readonly #cloth: Cloth;
  readonly #step = new StepImpulses();
  /** True if `#step` has the impulses of the step. */
  #isSummed = false;
  readonly #impulses: Snapshot[] = [];
  readonly #limitLengths = new Snapshot();
  readonly #limitImpulses = new Snapshot();
  #savedDuration = 0;

  constructor(cloth: Cloth, stretchLimit: number | undefined, duration: number) {
    this.#cloth = cloth;
    this.stretchLimit =
      stretchLimit === undefined ? null : new StretchLimit(cloth.mesh, stretchLimit);
    this.duration = duration;
  }

  /** Starts a step. */
  startStep(): void {
    this.#isSummed = this.isMeasuredInParts;
    if (this.#isSummed) this.#step.clear();
  }

  /** Starts a step or a part of it of this duration, s. The kernels clear the impulses. */
  startMeasuring(duration: number): void {
    this.duration = duration;
    this.stretchLimit?.clear();
  }

  /** Adds the impulses of a part of the step that will not be rolled back. */
  addPart(): void {
    if (this.isMeasuredInParts) this.#step.add(this.#cloth, this);
  }

  /** Impulses of the whole step. If it has no parts they are read from the elements when they are needed first. */
  get #wholeStep(): StepImpulses {
    if (!this.#isSummed) {
      this.#step.clear();
      this.#step.add(this.#cloth, this);
      this.#isSummed = true;
    }
    return this.#step;
  }

  /** Adds the force of the cloth on a particle and its weight, N, as the mean over the latest step. */
  addForceOn(particle: number, into: Float64Array): void {
    addElementForces(this.#cloth, particle, this.#wholeStep, into);
    const mass = this.#cloth.particles.masses[particle]!;
    for (let k = 0; k < 3; k++) into[k]! += mass * this.gravity[k]!;
  }

  /** Mean tension of an edge in the measured part, N. */
  tensionOf(edge: number): number {
    const limit = this.stretchLimit === null ? 0 : (this.stretchLimit.impulses[edge] ?? 0);
    return this.#cloth.edgeTension(edge, this.duration) + limit / this.duration;
  }

  /** Writes the mean tension of every edge in the measured part, N. */
  writeTensions(into: Float64Array): void {
    const cloth = this.#cloth;
    const { edgeCount } = cloth.mesh;
    const { duration } = this;
    for (let edge = 0; edge < edgeCount; edge++) cloth.writeEdgeTension(edge, duration, into, edge);
    if (this.stretchLimit === null) return;
    const { impulses } = this.stretchLimit;
    const count = Math.min(edgeCount, impulses.length);
    for (let edge = 0; edge < count; edge++) into[edge]! += impulses[edge]! / duration;
  }

  get state(): StepForcesState {
    const { duration, stretchLimit } = this;
    const { mesh, elements } = this.#cloth;
    if (!this.isMeasuredInParts) return { impulses: [], duration, limit: [] };
    return {
      impulses: elements.map(({ impulses, count, conditionCount }) =>
        impulses.slice(0, conditionCount * count),
      ),
      duration,
      limit:
        stretchLimit === null
          ? []
          : [stretchLimit.lengths, stretchLimit.impulses].map((own) =>
              own.slice(0, mesh.edgeCount),
            ),
    };
  }

  set state({ impulses, duration, limit }: StepForcesState) {
    for (const [i, numbers] of impulses.entries()) this.#cloth.elements[i]!.impulses.set(numbers);
    this.duration = duration;
    const [lengths, limitImpulses] = limit;
    if (lengths === undefined) return;
    this.stretchLimit!.lengths.set(lengths);
    this.stretchLimit!.impulses.set(limitImpulses!);
  }

  check(value: unknown, field: string, { counts }: StateContext): void {
    record({
      impulses: list(numbers(Float64Array, Infinity)),
      duration: positive,
      limit: list(numbers(Float64Array, counts.edges)),
    })(value, field);
    const { impulses, limit } = value as StepForcesState;
    const { elements } = this.#cloth;
    const limits = this.stretchLimit === null ? 0 : 2;
    if (limit.length > 0) list(anything, limits)(limit, `${field}.limit`);
    if (impulses.length === 0) return;
    list(anything, elements.length)(impulses, `${field}.impulses`);
    for (const [kind, { conditionCount, place }] of elements.entries()) {
      const count = place === "edge" ? counts.edges : counts.triangles;
      numbers(Float64Array, conditionCount * count)(impulses[kind], `${field}.impulses.${kind}`);
    }
  }

  jump(): void {
    this.#isSummed = false;
  }

  takeSnapshot(): void {
    const { elements } = this.#cloth;
    for (let i = 0; i < elements.length; i++) {
      const { impulses, count, conditionCount } = elements[i]!;
      (this.#impulses[i] ??= new Snapshot()).take(impulses, conditionCount * count);
    }
    this.#savedDuration = this.duration;
    if (this.stretchLimit === null) return;
    const { lengths, impulses } = this.stretchLimit;
    this.#limitLengths.take(lengths, lengths.length);
    this.#limitImpulses.take(impulses, impulses.length);
  }

  rollback(): void {
    const { elements } = this.#cloth;
    for (let i = 0; i < elements.length; i++) this.#impulses[i]!.restore(elements[i]!.impulses);
    this.duration = this.#savedDuration;
    if (this.stretchLimit === null) return;
    this.#limitLengths.restore(this.stretchLimit.lengths);
    this.#limitImpulses.restore(this.stretchLimit.impulses);
  }
}

/**
 * Impulses of the elements of a cloth in the whole step. The elements hold only those of the part that tearing
 * measures. New slots start at 0.
 */
class StepImpulses implements ElementImpulses {
  /** An array, because a number in a field of an object would be boxed at every change. */
  readonly #duration = new Float64Array(1);
  /** N·s, per kind of element. */
  readonly impulses: Float64Array[] = [];
  /** Impulses of the stretch limit per edge, N·s. */
  limit: Float64Array = new Float64Array(0);

  get duration(): number {
    return this.#duration[0]!;
  }

  clear(): void {
    this.#duration[0] = 0;
    for (let kind = 0; kind < this.impulses.length; kind++) this.impulses[kind]!.fill(0);
    this.limit.fill(0);
  }

  add({ elements }: Cloth, { duration, stretchLimit }: StepForces): void {
    this.#duration[0]! += duration;
    for (let kind = 0; kind < elements.length; kind++) {
      const { impulses, count, conditionCount } = elements[kind]!;
      this.impulses[kind] = sum(this.impulses[kind], impulses, conditionCount * count);
    }
    if (stretchLimit === null) return;
    const { impulses } = stretchLimit;
    this.limit = sum(this.limit, impulses, impulses.length);
  }
}

function sum(into: Float64Array | undefined, from: Float64Array, count: number): Float64Array {
  const sums = ensureCapacity(into ?? new Float64Array(0), count);
  for (let i = 0; i < count; i++) sums[i]! += from[i]!;
  return sums;
}
