import { ensureCapacity } from "../math/grow.js";
import type { Vec3Tuple } from "../math/vec3.js";

/** Constraint mode: the particle moves along one direction only. */
export const AXIS = 0;
/** Constraint mode: the particle moves in the plane perpendicular to one direction. */
export const PLANE = 1;
/** `AXIS` or `PLANE`. */
export type ConstraintMode = typeof AXIS | typeof PLANE;

/**
 * Particles that are constrained in some directions and free in the others: to a line, like a curtain ring on its rail,
 * or to a plane. They keep their mass, unlike pinned particles. A particle has at most one constraint.
 */
export class AxisPlaneConstraints {
  count = 0;
  particles = new Int32Array(0);
  /** `AXIS` or `PLANE`. */
  modes = new Uint8Array(0);
  /** Unit vectors: the axis, or the normal of the plane. Three numbers per constraint. */
  directions = new Float64Array(0);
  /**
   * Velocities of the lines and planes in this step, m/s, three numbers per constraint; constrained directions only.
   */
  velocities = new Float64Array(0);

  /** Row of each constrained particle in the arrays. */
  readonly #rows = new Map<number, number>();

  /** True if the particle has a constraint. */
  has(particle: number): boolean {
    return this.#rows.has(particle);
  }

  /** Removes all constraints. */
  clear(): void {
    this.count = 0;
    this.#rows.clear();
  }

  /** Constrains a particle to a line or plane at rest. `direction` is a unit vector. */
  add(particle: number, mode: ConstraintMode, direction: Vec3Tuple): void {
    const row = this.count++;
    this.particles = ensureCapacity(this.particles, this.count);
    this.modes = ensureCapacity(this.modes, this.count);
    this.directions = ensureCapacity(this.directions, 3 * this.count);
    this.velocities = ensureCapacity(this.velocities, 3 * this.count);
    this.particles[row] = particle;
    this.modes[row] = mode;
    this.directions.set(direction, 3 * row);
    this.velocities.fill(0, 3 * row, 3 * row + 3);
    this.#rows.set(particle, row);
  }

  /** Removes the constraint of a particle, if it has one. The last row takes its place. */
  remove(particle: number): void {
    const row = this.#rows.get(particle);
    if (row === undefined) return;
    const last = --this.count;
    const moved = this.particles[last]!;
    this.particles[row] = moved;
    this.modes[row] = this.modes[last]!;
    this.directions.copyWithin(3 * row, 3 * last, 3 * last + 3);
    this.velocities.copyWithin(3 * row, 3 * last, 3 * last + 3);
    this.#rows.set(moved, row);
    this.#rows.delete(particle);
  }

  /** Writes the component of a vector along which a constrained particle is free to move. */
  freeComponent(particle: number, vector: Float64Array, out: Float64Array): void {
    const row = this.#rows.get(particle)!;
    let along = 0;
    for (let k = 0; k < 3; k++) along += vector[k]! * this.directions[3 * row + k]!;
    const isAxis = this.modes[row] === AXIS;
    for (let k = 0; k < 3; k++) {
      const component = along * this.directions[3 * row + k]!;
      out[k] = isAxis ? component : vector[k]! - component;
    }
  }

  /** Copies the velocity of the line or plane of `leader` to that of `particle`. */
  copyVelocity(particle: number, leader: number): void {
    const from = 3 * this.#rows.get(leader)!;
    this.velocities.copyWithin(3 * this.#rows.get(particle)!, from, from + 3);
  }

  /** Sets the velocity of the line or plane of a particle, m/s. Only the constrained component is used. */
  setVelocity(particle: number, velocity: ArrayLike<number>): void {
    const x = velocity[0]!;
    const y = velocity[1]!;
    const z = velocity[2]!;
    const row = this.#rows.get(particle)!;
    const h = 3 * row;
    const nx = this.directions[h]!;
    const ny = this.directions[h + 1]!;
    const nz = this.directions[h + 2]!;
    const along = x * nx + y * ny + z * nz;
    const isAxis = this.modes[row] === AXIS;
    this.velocities[h] = isAxis ? x - along * nx : along * nx;
    this.velocities[h + 1] = isAxis ? y - along * ny : along * ny;
    this.velocities[h + 2] = isAxis ? z - along * nz : along * nz;
  }
}
