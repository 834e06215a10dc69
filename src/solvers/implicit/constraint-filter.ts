import {
  AXIS,
  type Attachments,
  type Cloth,
  type AxisPlaneConstraints,
} from "../../cloth/index.js";
import { ensureCapacity } from "../../math/grow.js";
import type { BlockMatrix } from "./block-matrix.js";

const projection = new Float64Array(9);

/**
 * Filters constrained directions out of the equations (Baraff and Witkin). Pinned or massless particles have no free
 * direction, particles on an axis one, particles in a plane two. Constrained components move with their pin, axis or
 * plane, and the solve adds nothing to them.
 */
export class ConstraintFilter {
  readonly #cloth: Cloth;
  readonly #constraints: AxisPlaneConstraints;
  /** 1 for particles with a pin, an axis, a plane or a grab. */
  #marks = new Uint8Array(0);

  constructor(cloth: Cloth, constraints: AxisPlaneConstraints) {
    this.#cloth = cloth;
    this.#constraints = constraints;
  }

  /** Updates the marks at the start of a substep. */
  begin(grabs: readonly Attachments[]): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const constraints = this.#constraints;
    this.#marks = ensureCapacity(this.#marks, count);
    for (let p = 0; p < count; p++) this.#marks[p] = inverseMasses[p] === 0 ? 1 : 0;
    for (let i = 0; i < constraints.count; i++) this.#marks[constraints.particles[i]!] = 1;
    for (let g = 0; g < grabs.length; g++) {
      const { count: grabCount, particles } = grabs[g]!;
      for (let i = 0; i < grabCount; i++) this.#marks[particles[i]!] = 1;
    }
  }

  /** True if a particle has no pin, axis, plane or grab. */
  isFree(particle: number): boolean {
    return this.#marks[particle] === 0;
  }

  /** Removes the constrained components from a vector. */
  filterVector(vector: Float64Array): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const { particles, modes, directions } = this.#constraints;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) vector.fill(0, 3 * p, 3 * p + 3);
    }
    for (let i = 0; i < this.#constraints.count; i++) {
      const p = 3 * particles[i]!;
      const x = directions[3 * i]!;
      const y = directions[3 * i + 1]!;
      const z = directions[3 * i + 2]!;
      const along = vector[p]! * x + vector[p + 1]! * y + vector[p + 2]! * z;
      const weight = modes[i] === AXIS ? 0 : 1;
      const shift = modes[i] === AXIS ? along : -along;
      vector[p] = weight * vector[p]! + shift * x;
      vector[p + 1] = weight * vector[p + 1]! + shift * y;
      vector[p + 2] = weight * vector[p + 2]! + shift * z;
    }
  }

  /** Removes the constrained components from a matrix. */
  filterMatrix(matrix: BlockMatrix): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const { particles, modes, directions } = this.#constraints;
    for (let p = 0; p < count; p++) if (inverseMasses[p] === 0) matrix.fix(p);
    for (let i = 0; i < this.#constraints.count; i++) {
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++) {
          const along = directions[3 * i + row]! * directions[3 * i + column]!;
          const identity = row === column ? 1 : 0;
          projection[3 * row + column] = modes[i] === AXIS ? along : identity - along;
        }
      }
      matrix.filter(particles[i]!, projection);
    }
  }
}
