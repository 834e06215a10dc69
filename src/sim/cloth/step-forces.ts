import { BOXED } from "../../math/boxed.js";
import { anything, list, numbers, positive, record } from "../../math/check-data.js";
import { withRoom } from "../../math/grow.js";
import { Snapshot } from "../../math/snapshot.js";
import {
  addElementForces,
  StretchLimit,
  type Cloth,
  type ElementImpulses,
} from "../../cloth/index.js";
import type { StateContext, Store } from "../../stores/index.js";

interface StepForcesState {
  /** The impulses of the latest part of a step, kind by kind, N·s, where tearing asks for them, and its duration, s. */
  impulses: Float64Array[];
  duration: number;
  /** What the limit of stretch did in it, edge by edge: lengths, m, and impulses, N·s; empty without. */
  limit: Float64Array[];
}

/**
 * What the elements of a cloth have really applied: in the part of a step that tearing measures (the step, a substep or
 * less), and in the whole of the latest step, which counts for pins.
 */
export class StepForces implements Store {
  readonly name = "forces";
  readonly isInternal = true;
  /** How far edges may be stretched at all; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /** Duration of the step, or of the part of it, in which the elements have gathered their impulses, s. */
  duration = BOXED;
  /** Gravity in the latest step, m/s². */
  readonly gravity = new Float64Array(3);
  /** Whether tearing measures parts of a step: then what the latest one left is needed to go on. */
  isMeasuredInParts = false;
  readonly #cloth: Cloth;
  readonly #step = new StepPulls();
  readonly #impulses: Snapshot[] = [];
  readonly #limitLengths = new Snapshot();
  readonly #limitImpulses = new Snapshot();
  #keptDuration = 0;

  constructor(cloth: Cloth, stretchLimit: number | undefined, duration: number) {
    this.#cloth = cloth;
    this.stretchLimit =
      stretchLimit === undefined ? null : new StretchLimit(cloth.mesh, stretchLimit);
    this.duration = duration;
  }

  /** A step begins. */
  startStep(): void {
    this.#step.clear();
  }

  /** The elements gather their impulses anew, for as long as a step or a part of it lasts, s. */
  startMeasuring(duration: number): void {
    this.duration = duration;
    const { elements } = this.#cloth;
    for (let i = 0; i < elements.length; i++) elements[i]!.impulses.fill(0);
    this.stretchLimit?.clear();
  }

  /** A part of the step is over for which the elements have gathered their impulses, and will not be taken back. */
  addPart(): void {
    this.#step.add(this.#cloth, this);
  }

  /** Adds what the cloth pulls a particle with, N, as the mean over the latest step, and its weight. */
  addForceOn(particle: number, into: Float64Array): void {
    addElementForces(this.#cloth, particle, this.#step, into);
    const mass = this.#cloth.particles.masses[particle]!;
    for (let k = 0; k < 3; k++) into[k]! += mass * this.gravity[k]!;
  }

  /** Mean tension of an edge in the part that was measured, N. */
  tensionOf(edge: number): number {
    const limit = this.stretchLimit === null ? 0 : (this.stretchLimit.impulses[edge] ?? 0);
    return this.#cloth.edgeTension(edge, this.duration) + limit / this.duration;
  }

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
    const [lengths, drawn] = limit;
    if (lengths === undefined) return;
    this.stretchLimit!.lengths.set(lengths);
    this.stretchLimit!.impulses.set(drawn!);
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
    this.#step.clear();
    this.addPart();
  }

  keep(): void {
    const { elements } = this.#cloth;
    for (let i = 0; i < elements.length; i++) {
      const { impulses, count, conditionCount } = elements[i]!;
      (this.#impulses[i] ??= new Snapshot()).keep(impulses, conditionCount * count);
    }
    this.#keptDuration = this.duration;
    if (this.stretchLimit === null) return;
    const { lengths, impulses } = this.stretchLimit;
    this.#limitLengths.keep(lengths, lengths.length);
    this.#limitImpulses.keep(impulses, impulses.length);
  }

  rollback(): void {
    const { elements } = this.#cloth;
    for (let i = 0; i < elements.length; i++) this.#impulses[i]!.putBack(elements[i]!.impulses);
    this.duration = this.#keptDuration;
    if (this.stretchLimit === null) return;
    this.#limitLengths.putBack(this.stretchLimit.lengths);
    this.#limitImpulses.putBack(this.stretchLimit.impulses);
  }
}

/**
 * What the elements of a cloth have applied in the whole of a step. Their own impulses are those of the part that tearing measures. A
 * slot that is new has pulled at nothing before.
 */
class StepPulls implements ElementImpulses {
  /** In an array, because a number kept in an object is a new object at every change. */
  readonly #duration = new Float64Array(1);
  /** N·s, kind by kind of elements. */
  readonly impulses: Float64Array[] = [];
  /** N·s, of the limit of stretch, edge by edge. */
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
  const room = into ?? new Float64Array(0);
  const sums = withRoom(room, count);
  for (let i = 0; i < count; i++) sums[i]! += from[i]!;
  return sums;
}
