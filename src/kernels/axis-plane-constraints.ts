import { AXIS, type AxisPlaneConstraints, type Particles } from "../cloth/index.js";

const target = new Float64Array(3);
const ZERO = new Float64Array(3);

/**
 * In constrained directions, sets positions to the previous position plus the displacement of the line or plane in
 * `dt`.
 */
export function constrainPositions(
  particles: Particles,
  constraints: AxisPlaneConstraints,
  dt: number,
): void {
  const { positions, previousPositions } = particles;
  const { velocities } = constraints;
  for (let i = 0; i < constraints.count; i++) {
    const p = 3 * constraints.particles[i]!;
    for (let k = 0; k < 3; k++) {
      target[k] = previousPositions[p + k]! + dt * velocities[3 * i + k]!;
    }
    constrain(positions, constraints, i, target, 0);
  }
}

/** In constrained directions, sets velocities to the velocity of the line or plane. */
export function constrainVelocities(particles: Particles, constraints: AxisPlaneConstraints): void {
  const { velocities } = constraints;
  for (let i = 0; i < constraints.count; i++)
    constrain(particles.velocities, constraints, i, velocities, 3 * i);
}

/** In constrained directions, sets forces to 0. */
export function constrainForces(
  _particles: Particles,
  constraints: AxisPlaneConstraints,
  forces: Float64Array,
): void {
  for (let i = 0; i < constraints.count; i++) constrain(forces, constraints, i, ZERO, 0);
}

/**
 * Replaces the constrained component of the vector of a particle by that of the reference vector at offset `at` of
 * `from`. On an axis a, only the component along a differs from the reference. In a plane with normal n, the component
 * along n is that of the reference.
 */
function constrain(
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
