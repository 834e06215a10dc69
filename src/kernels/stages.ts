import type { Particles, Stages } from "../cloth/index.js";

// The vector operations of a Runge–Kutta step. The derivative of the state (x, v) is (v, F / m). The inverse mass of
// pinned particles is 0, so they move at the velocity of their pin.

/** Saves the state at the start of a step and sets the sums of the rates to 0. */
export function startStages(particles: Particles, stages: Stages): void {
  const { count, positions, previousPositions, velocities } = particles;
  stages.fit(count);
  for (let i = 0; i < 3 * count; i++) {
    previousPositions[i] = positions[i]!;
    stages.velocities[i] = velocities[i]!;
  }
  stages.positionRates.fill(0, 0, 3 * count);
  stages.velocityRates.fill(0, 0, 3 * count);
}

/** Advances from the start of the step by `dt` at the rates of the current stage. */
export function moveToStage(particles: Particles, stages: Stages, dt: number): void {
  const { count, positions, previousPositions, velocities, forces, inverseMasses } = particles;
  for (let p = 0; p < count; p++) {
    const w = inverseMasses[p]!;
    for (let i = 3 * p; i < 3 * p + 3; i++) {
      positions[i] = previousPositions[i]! + dt * velocities[i]!;
      velocities[i] = stages.velocities[i]! + dt * w * forces[i]!;
    }
  }
}

/** Adds the weighted rates of the current stage to the sums. */
export function addStage(particles: Particles, stages: Stages, weight: number): void {
  const { count, velocities, forces, inverseMasses } = particles;
  for (let p = 0; p < count; p++) {
    const w = inverseMasses[p]! * weight;
    for (let i = 3 * p; i < 3 * p + 3; i++) {
      stages.positionRates[i]! += weight * velocities[i]!;
      stages.velocityRates[i]! += w * forces[i]!;
    }
  }
}

/** Advances from the start of the step by `dt` at the summed rates. */
export function finishStages(particles: Particles, stages: Stages, dt: number): void {
  const { positions, previousPositions, velocities } = particles;
  const length = 3 * particles.count;
  for (let i = 0; i < length; i++) {
    positions[i] = previousPositions[i]! + dt * stages.positionRates[i]!;
    velocities[i] = stages.velocities[i]! + dt * stages.velocityRates[i]!;
  }
}
