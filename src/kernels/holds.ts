import { AXIS, type Holds, type Particles } from "../cloth/index.js";

/**
 * On an axis a the way x − xₚ − dt u keeps its part along a, in a plane of the normal n it loses its part along n:
 * u is the velocity of the hold, xₚ the position at the start of the substep.
 */
export function holdPositions(particles: Particles, holds: Holds, dt: number): void {
  const { positions, previousPositions } = particles;
  const { count, modes, directions, velocities } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const h = 3 * i;
    const nx = directions[h]!;
    const ny = directions[h + 1]!;
    const nz = directions[h + 2]!;
    const x = previousPositions[p]! + dt * velocities[h]!;
    const y = previousPositions[p + 1]! + dt * velocities[h + 1]!;
    const z = previousPositions[p + 2]! + dt * velocities[h + 2]!;
    const along =
      (positions[p]! - x) * nx + (positions[p + 1]! - y) * ny + (positions[p + 2]! - z) * nz;
    if (modes[i] === AXIS) {
      positions[p] = x + along * nx;
      positions[p + 1] = y + along * ny;
      positions[p + 2] = z + along * nz;
    } else {
      positions[p]! -= along * nx;
      positions[p + 1]! -= along * ny;
      positions[p + 2]! -= along * nz;
    }
  }
}

export function holdVelocities(particles: Particles, holds: Holds): void {
  const { velocities } = particles;
  const { count, modes, directions } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const h = 3 * i;
    const nx = directions[h]!;
    const ny = directions[h + 1]!;
    const nz = directions[h + 2]!;
    const x = holds.velocities[h]!;
    const y = holds.velocities[h + 1]!;
    const z = holds.velocities[h + 2]!;
    const along =
      (velocities[p]! - x) * nx + (velocities[p + 1]! - y) * ny + (velocities[p + 2]! - z) * nz;
    if (modes[i] === AXIS) {
      velocities[p] = x + along * nx;
      velocities[p + 1] = y + along * ny;
      velocities[p + 2] = z + along * nz;
    } else {
      velocities[p]! -= along * nx;
      velocities[p + 1]! -= along * ny;
      velocities[p + 2]! -= along * nz;
    }
  }
}

export function holdForces(holds: Holds, forces: Float64Array): void {
  const { count, modes, directions } = holds;
  for (let i = 0; i < count; i++) {
    const p = 3 * holds.particles[i]!;
    const nx = directions[3 * i]!;
    const ny = directions[3 * i + 1]!;
    const nz = directions[3 * i + 2]!;
    const along = forces[p]! * nx + forces[p + 1]! * ny + forces[p + 2]! * nz;
    const isAxis = modes[i] === AXIS;
    forces[p] = isAxis ? along * nx : forces[p]! - along * nx;
    forces[p + 1] = isAxis ? along * ny : forces[p + 1]! - along * ny;
    forces[p + 2] = isAxis ? along * nz : forces[p + 2]! - along * nz;
  }
}
