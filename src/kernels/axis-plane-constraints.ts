import { AXIS, type AxisPlaneConstraints, type Particles } from "../cloth/index.js";

const wanted = new Float64Array(3);
const NOTHING = new Float64Array(3);

/** Each hold's positions end where the hold took them from the start of the substep, in the directions that it holds. */
export function holdPositions(particles: Particles, holds: AxisPlaneConstraints, dt: number): void {
  const { positions, previousPositions } = particles;
  const { velocities } = holds;
  for (let i = 0; i < holds.count; i++) {
    const p = 3 * holds.particles[i]!;
    for (let k = 0; k < 3; k++) {
      wanted[k] = previousPositions[p + k]! + dt * velocities[3 * i + k]!;
    }
    hold(positions, holds, i, wanted, 0);
  }
}

export function holdVelocities(particles: Particles, holds: AxisPlaneConstraints): void {
  const { velocities } = holds;
  for (let i = 0; i < holds.count; i++) hold(particles.velocities, holds, i, velocities, 3 * i);
}

export function holdForces(holds: AxisPlaneConstraints, forces: Float64Array): void {
  for (let i = 0; i < holds.count; i++) hold(forces, holds, i, NOTHING, 0);
}

/**
 * Gives the vector of a held particle what is held of the vector at offset `at`: on an axis a what it has more than that keeps
 * its part along a, in a plane of the normal n it loses its part along n.
 */
function hold(
  vectors: Float64Array,
  { particles, modes, directions }: AxisPlaneConstraints,
  i: number,
  from: Float64Array,
  at: number,
): void {
  const x = from[at]!;
  const y = from[at + 1]!;
  const z = from[at + 2]!;
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
