import { grown, grownCapacity } from "../math/grow.js";
import type { ImplicitSolver } from "../solvers/index.js";
import type { WorldCloth } from "./world-cloth.js";

/**
 * A cloth at one time within a step, to come back to: what a substep changes of it, as long as nothing tears. It keeps its
 * arrays from one time to the next.
 */
export class Moment {
  #positions: Float64Array = new Float64Array(0);
  #velocities: Float64Array = new Float64Array(0);
  /** Where each hand wants its particles. */
  readonly #targets: Float64Array[] = [];
  readonly #impulses: Float64Array[] = [];
  /** What the implicit solver goes on from: its multipliers, of how many elements, and its residual in this step so far. */
  readonly #multipliers: Float64Array[] = [];
  readonly #knownCounts: number[] = [];
  #residual = 0;
  #limitLengths: Float64Array = new Float64Array(0);
  #limitImpulses: Float64Array = new Float64Array(0);
  #stretches: Float64Array = new Float64Array(0);
  #creases: Float64Array = new Float64Array(0);
  #deformations: Float64Array = new Float64Array(0);
  /** s. */
  #stepDuration = 0;

  keep(cloth: WorldCloth): void {
    const { mesh, particles, attachments, elements, stretchLimit } = cloth;
    this.#positions = kept(this.#positions, particles.positions, 3 * particles.count);
    this.#velocities = kept(this.#velocities, particles.velocities, 3 * particles.count);
    for (let i = 0; i < attachments.length; i++) {
      const { targets } = attachments[i]!;
      this.#targets[i] = kept(this.#targets[i], targets, targets.length);
    }
    for (let i = 0; i < elements.length; i++) {
      const { impulses, count, conditionCount } = elements[i]!;
      this.#impulses[i] = kept(this.#impulses[i], impulses, conditionCount * count);
    }
    if (cloth.implicit !== null) this.#keepImplicit(cloth, cloth.implicit);
    if (stretchLimit !== null) {
      const { lengths, impulses } = stretchLimit;
      this.#limitLengths = kept(this.#limitLengths, lengths, lengths.length);
      this.#limitImpulses = kept(this.#limitImpulses, impulses, impulses.length);
    }
    if (cloth.yields) {
      const { stretches, creases, deformations } = cloth.plastic!;
      this.#stretches = kept(this.#stretches, stretches, mesh.edgeCount);
      this.#creases = kept(this.#creases, creases, mesh.edgeCount);
      this.#deformations = kept(this.#deformations, deformations, 4 * mesh.triangleCount);
    }
    this.#stepDuration = cloth.stepDuration;
  }

  /** Puts the cloth back to where it was kept. */
  restore(cloth: WorldCloth): void {
    const { particles, attachments, elements, stretchLimit } = cloth;
    put(this.#positions, particles.positions, 3 * particles.count);
    put(this.#velocities, particles.velocities, 3 * particles.count);
    for (let i = 0; i < attachments.length; i++) {
      const { targets } = attachments[i]!;
      put(this.#targets[i]!, targets, targets.length);
    }
    for (let i = 0; i < elements.length; i++) {
      const { impulses, count, conditionCount } = elements[i]!;
      put(this.#impulses[i]!, impulses, conditionCount * count);
    }
    if (cloth.implicit !== null) this.#restoreImplicit(cloth, cloth.implicit);
    if (stretchLimit !== null) {
      put(this.#limitLengths, stretchLimit.lengths, stretchLimit.lengths.length);
      put(this.#limitImpulses, stretchLimit.impulses, stretchLimit.impulses.length);
    }
    if (cloth.yields) this.#restorePlastic(cloth);
    cloth.stepDuration = this.#stepDuration;
  }

  #keepImplicit({ elements }: WorldCloth, implicit: ImplicitSolver): void {
    const { multipliers, knownCounts, figures } = implicit;
    for (let kind = 0; kind < elements.length; kind++) {
      const count = elements[kind]!.conditionCount * knownCounts[kind]!;
      this.#multipliers[kind] = kept(this.#multipliers[kind], multipliers[kind]!, count);
      this.#knownCounts[kind] = knownCounts[kind]!;
    }
    this.#residual = figures.residual;
  }

  #restoreImplicit({ elements }: WorldCloth, implicit: ImplicitSolver): void {
    const { multipliers, knownCounts, figures } = implicit;
    for (let kind = 0; kind < elements.length; kind++) {
      knownCounts[kind] = this.#knownCounts[kind]!;
      const count = elements[kind]!.conditionCount * knownCounts[kind]!;
      put(this.#multipliers[kind]!, multipliers[kind]!, count);
    }
    figures.residual = this.#residual;
  }

  #restorePlastic(cloth: WorldCloth): void {
    const { edgeCount, triangleCount } = cloth.mesh;
    const { stretches, creases, deformations } = cloth.plastic!;
    let isSame = areSame(this.#stretches, stretches, edgeCount);
    isSame &&= areSame(this.#creases, creases, edgeCount);
    isSame &&= areSame(this.#deformations, deformations, 4 * triangleCount);
    if (isSame) return;
    cloth.plasticState = {
      stretches: this.#stretches.subarray(0, edgeCount),
      creases: this.#creases.subarray(0, edgeCount),
      deformations: this.#deformations.subarray(0, 4 * triangleCount),
    };
  }
}

function kept(into: Float64Array | undefined, from: Float64Array, count: number): Float64Array {
  const room = into ?? new Float64Array(0);
  const store = grown(room, grownCapacity(room.length, count));
  put(from, store, count);
  return store;
}

function put(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i]!;
}

function areSame(a: Float64Array, b: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}
