import { distance } from "../math/vector.js";
import type { Particles, Springs } from "../cloth/index.js";

/**
 * One sweep of XPBD distance constraints with damping (Macklin et al. 2016, eq. 18 and 26), with multipliers that start
 * at zero. With the compliance α = 1/k and the damping d of a spring,
 *
 *     Δλ = −(C + γ ∇C·(x − xₚ)) / ((1 + γ) w + α/dt²),   γ = d / (k dt)
 *
 * The code multiplies by k dt², so it does not divide by the stiffness. −Δλ / dt is the impulse along the spring: the
 * force that the step actually applied, which differs from stiffness × stretch.
 */
export function projectSprings(particles: Particles, springs: Springs, dt: number): void {
  const { positions, previousPositions, inverseMasses } = particles;
  const { count, particles: ends, restLengths, stiffnesses, dampings, impulses, order } = springs;
  const { workingValues } = springs;
  const inverseDt = 1 / dt;
  const dtSquared = dt * dt;
  for (let n = 0; n < count; n++) {
    const i = n < order.length ? order[n]! : n;
    const a = ends[2 * i]!;
    if (a === -1) continue;
    const b = ends[2 * i + 1]!;
    const wa = inverseMasses[a]!;
    const wb = inverseMasses[b]!;
    const w = wa + wb;
    if (w === 0) {
      if (i < workingValues.length)
        workingValues[i] = distance(positions, 3 * a, 3 * b) - restLengths[i]!;
      continue;
    }
    const ia = 3 * a;
    const ib = 3 * b;
    const dx = positions[ib]! - positions[ia]!;
    const dy = positions[ib + 1]! - positions[ia + 1]!;
    const dz = positions[ib + 2]! - positions[ia + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue; // no direction to push in
    const inverseLength = 1 / length;
    const stiffness = stiffnesses[i]! * dtSquared;
    const damping = dampings[i]! * dt;
    let growth = 0; // n · (change of b − a since the start of the substep)
    if (damping !== 0) {
      growth =
        (dx * (dx - (previousPositions[ib]! - previousPositions[ia]!)) +
          dy * (dy - (previousPositions[ib + 1]! - previousPositions[ia + 1]!)) +
          dz * (dz - (previousPositions[ib + 2]! - previousPositions[ia + 2]!))) *
        inverseLength;
    }
    const pull =
      (stiffness * (length - restLengths[i]!) + damping * growth) / ((stiffness + damping) * w + 1);
    impulses[i]! += pull * inverseDt;
    if (i < workingValues.length) {
      workingValues[i] = (pull * (1 + 0.5 * (stiffness + damping) * w)) / stiffness;
    }
    const scale = pull * inverseLength;
    positions[ia]! += wa * scale * dx;
    positions[ia + 1]! += wa * scale * dy;
    positions[ia + 2]! += wa * scale * dz;
    positions[ib]! -= wb * scale * dx;
    positions[ib + 1]! -= wb * scale * dy;
    positions[ib + 2]! -= wb * scale * dz;
  }
}

/**
 * Adds the forces of springs with damping (Phillips eq. 10) to the forces of the particles. The damping counts up to
 * `dampingTime` times the stiffness.
 */
export function addSpringForces(particles: Particles, springs: Springs, dt: number): void {
  const { positions, velocities, forces } = particles;
  const { count, particles: ends, restLengths, stiffnesses, dampings, impulses } = springs;
  const { dampingTime } = springs;
  for (let i = 0; i < count; i++) {
    if (ends[2 * i] === -1) continue;
    const a = 3 * ends[2 * i]!;
    const b = 3 * ends[2 * i + 1]!;
    const dx = positions[b]! - positions[a]!;
    const dy = positions[b + 1]! - positions[a + 1]!;
    const dz = positions[b + 2]! - positions[a + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue; // no direction to push in
    const rate =
      ((velocities[b]! - velocities[a]!) * dx +
        (velocities[b + 1]! - velocities[a + 1]!) * dy +
        (velocities[b + 2]! - velocities[a + 2]!) * dz) /
      length;
    const stiffness = stiffnesses[i]!;
    const most = stiffness * dampingTime; // NaN without stiffness and limit
    const damping = most < dampings[i]! ? most : dampings[i]!;
    const pull = stiffness * (length - restLengths[i]!) + damping * rate;
    impulses[i]! += pull * dt;
    const scale = pull / length;
    forces[a]! += scale * dx;
    forces[a + 1]! += scale * dy;
    forces[a + 2]! += scale * dz;
    forces[b]! -= scale * dx;
    forces[b + 1]! -= scale * dy;
    forces[b + 2]! -= scale * dz;
  }
}
