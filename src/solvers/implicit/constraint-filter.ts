import {
  AXIS,
  type Attachments,
  type Cloth,
  type AxisPlaneConstraints,
} from "../../cloth/index.js";
import { withRoom } from "../../math/grow.js";
import type { BlockMatrix } from "./block-matrix.js";

const projection = new Float64Array(9);

/**
 * What the particles of a cloth may do: all, nothing (pinned, or without mass), or what an axis or a plane leaves them. The
 * rest is filtered out of the equations (Baraff and Witkin): what is held moves as its hold does, and the solve adds
 * nothing to it.
 */
export class ConstraintFilter {
  readonly #cloth: Cloth;
  readonly #holds: AxisPlaneConstraints;
  /** 1 where something holds a particle: a pin, an axis, a plane, a hand. */
  #marks = new Uint8Array(0);

  constructor(cloth: Cloth, holds: AxisPlaneConstraints) {
    this.#cloth = cloth;
    this.#holds = holds;
  }

  /** Looks at what is held now. */
  begin(hands: readonly Attachments[]): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const holds = this.#holds;
    this.#marks = withRoom(this.#marks, count);
    for (let p = 0; p < count; p++) this.#marks[p] = inverseMasses[p] === 0 ? 1 : 0;
    for (let i = 0; i < holds.count; i++) this.#marks[holds.particles[i]!] = 1;
    for (let h = 0; h < hands.length; h++) {
      const { count: held, particles } = hands[h]!;
      for (let i = 0; i < held; i++) this.#marks[particles[i]!] = 1;
    }
  }

  /** Whether nothing holds a particle. */
  isFree(particle: number): boolean {
    return this.#marks[particle] === 0;
  }

  /** Takes out of a vector what cannot move. */
  filterVector(vector: Float64Array): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const { particles, modes, directions } = this.#holds;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) vector.fill(0, 3 * p, 3 * p + 3);
    }
    for (let i = 0; i < this.#holds.count; i++) {
      const p = 3 * particles[i]!;
      const x = directions[3 * i]!;
      const y = directions[3 * i + 1]!;
      const z = directions[3 * i + 2]!;
      const along = vector[p]! * x + vector[p + 1]! * y + vector[p + 2]! * z;
      const kept = modes[i] === AXIS ? 0 : 1;
      const part = modes[i] === AXIS ? along : -along;
      vector[p] = kept * vector[p]! + part * x;
      vector[p + 1] = kept * vector[p + 1]! + part * y;
      vector[p + 2] = kept * vector[p + 2]! + part * z;
    }
  }

  /** Takes out of a matrix what cannot move. */
  filterMatrix(matrix: BlockMatrix): void {
    const { count, inverseMasses } = this.#cloth.particles;
    const { particles, modes, directions } = this.#holds;
    for (let p = 0; p < count; p++) if (inverseMasses[p] === 0) matrix.fix(p);
    for (let i = 0; i < this.#holds.count; i++) {
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
