import { withRoom } from "../math/grow.js";
import type { Vec3Tuple } from "../math/vec3.js";

/** How a particle is held: free along a direction alone, or free but for a direction. */
export const AXIS = 0;
export const PLANE = 1;
export type ConstraintMode = typeof AXIS | typeof PLANE;

/**
 * Particles that are held in some directions and free in the others: on a line, like the ring of a curtain on its rail,
 * or in a plane. They keep their mass, unlike pinned ones. A particle is held once at most.
 */
export class AxisPlaneConstraints {
  count = 0;
  particles = new Int32Array(0);
  /** `AXIS` or `PLANE`. */
  modes = new Uint8Array(0);
  /** Unit vectors along the axis or across the plane, three a hold. */
  directions = new Float64Array(0);
  /** How fast line or plane move in this step, m/s, three a hold; only in the directions that are held. */
  velocities = new Float64Array(0);

  /** The place of each held particle in the lists. */
  readonly #rows = new Map<number, number>();

  has(particle: number): boolean {
    return this.#rows.has(particle);
  }

  /** Lets all go. */
  clear(): void {
    this.count = 0;
    this.#rows.clear();
  }

  /** Takes hold of a particle, at rest. `direction` is a unit vector. */
  add(particle: number, mode: ConstraintMode, direction: Vec3Tuple): void {
    const row = this.count++;
    this.particles = withRoom(this.particles, this.count);
    this.modes = withRoom(this.modes, this.count);
    this.directions = withRoom(this.directions, 3 * this.count);
    this.velocities = withRoom(this.velocities, 3 * this.count);
    this.particles[row] = particle;
    this.modes[row] = mode;
    this.directions.set(direction, 3 * row);
    this.velocities.fill(0, 3 * row, 3 * row + 3);
    this.#rows.set(particle, row);
  }

  /** Lets a held particle go; the last of the lists takes its place. */
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

  /** Writes the part of a vector along which a held particle is free to go. */
  freePart(particle: number, vector: Float64Array, out: Float64Array): void {
    const row = this.#rows.get(particle)!;
    let along = 0;
    for (let k = 0; k < 3; k++) along += vector[k]! * this.directions[3 * row + k]!;
    const isAxis = this.modes[row] === AXIS;
    for (let k = 0; k < 3; k++) {
      const part = along * this.directions[3 * row + k]!;
      out[k] = isAxis ? part : vector[k]! - part;
    }
  }

  /** Lets the line or the plane of a held particle move as that of another one does. */
  follow(particle: number, leader: number): void {
    const from = 3 * this.#rows.get(leader)!;
    this.velocities.copyWithin(3 * this.#rows.get(particle)!, from, from + 3);
  }

  /** Lets the line or the plane of a held particle move with the part of a velocity, m/s, that it holds. */
  drive(particle: number, velocity: ArrayLike<number>): void {
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
