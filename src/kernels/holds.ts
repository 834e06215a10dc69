import { AXIS, type Holds, type Particles } from "../cloth/index.js";

/** Each hold's positions end where the hold took them from the start of the substep, in the directions that it holds. */
export function holdPositions(particles: Particles, holds: Holds, dt: number): void {
  const { positions, previousPositions } = particles;
  const { velocities } = holds;
  for (let i = 0; i < holds.count; i++) {
    const p = 3 * holds.particles[i]!;
    const x = previousPositions[p]! + dt * velocities[3 * i]!;
    const y = previousPositions[p + 1]! + dt * velocities[3 * i + 1]!;
    const z = previousPositions[p + 2]! + dt * velocities[3 * i + 2]!;
    hold(positions, holds, i, x, y, z);
  }
}

export function holdVelocities(particles: Particles, holds: Holds): void {
  const { velocities } = holds;
  for (let i = 0; i < holds.count; i++) {
    const x = velocities[3 * i]!;
    const y = velocities[3 * i + 1]!;
    const z = velocities[3 * i + 2]!;
    hold(particles.velocities, holds, i, x, y, z);
  }
}

export function holdForces(holds: Holds, forces: Float64Array): void {
  for (let i = 0; i < holds.count; i++) hold(forces, holds, i, 0, 0, 0);
}

/**
 * Gives the vector of a held particle the part of (x, y, z) that is held: on an axis a what it has more than that keeps
 * its part along a, in a plane of the normal n it loses its part along n.
 */
function hold(
  vectors: Float64Array,
  { particles, modes, directions }: Holds,
  i: number,
  x: number,
  y: number,
  z: number,
): void {
  const p = 3 * particles[i]!;
  const nx = directions[3 * i]!;
  const ny = directions[3 * i + 1]!;
  const nz = directions[3 * i + 2]!;
  const along = (vectors[p]! - x) * nx + (vectors[p + 1]! - y) * ny + (vectors[p + 2]! - z) * nz;
  if (modes[i] === AXIS) {
    vectors[p] = x + along * nx;
    vectors[p + 1] = y + along * ny;
    vectors[p + 2] = z + along * nz;
  } else {
    vectors[p]! -= along * nx;
    vectors[p + 1]! -= along * ny;
    vectors[p + 2]! -= along * nz;
  }
}
