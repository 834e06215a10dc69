import { Conditions, Springs, type Elements, type Particles } from "../cloth/index.js";
import { addSpringForces, projectSprings } from "./springs.js";

const at = new Conditions();

/** Forces of elements, elastic and damping: F = −(k C + d Ċ) ∇C. */
export function addElementForces(particles: Particles, elements: Elements, dt: number): void {
  if (elements instanceof Springs) {
    addSpringForces(particles, elements, dt);
    return;
  }
  const { positions, velocities, forces } = particles;
  const { count, size, conditionCount, particles: stencils } = elements;
  const { stiffnesses, dampings, impulses } = elements;
  const { values, gradients } = at;
  for (let element = 0; element < count; element++) {
    const stencil = size * element;
    if (stencils[stencil] === -1 || !elements.evaluate(element, positions, at)) continue;
    for (let c = 0; c < conditionCount; c++) {
      const condition = conditionCount * element + c;
      const gradient = 3 * size * c;
      const damping = dampings[condition]!;
      let pull = stiffnesses[condition]! * values[c]!;
      if (damping !== 0) {
        let rate = 0;
        for (let n = 0; n < size; n++) {
          const p = 3 * stencils[stencil + n]!;
          const g = gradient + 3 * n;
          rate +=
            gradients[g]! * velocities[p]! +
            gradients[g + 1]! * velocities[p + 1]! +
            gradients[g + 2]! * velocities[p + 2]!;
        }
        pull += damping * rate;
      }
      impulses[condition]! += pull * dt;
      for (let n = 0; n < size; n++) {
        const p = 3 * stencils[stencil + n]!;
        const g = gradient + 3 * n;
        forces[p]! -= pull * gradients[g]!;
        forces[p + 1]! -= pull * gradients[g + 1]!;
        forces[p + 2]! -= pull * gradients[g + 2]!;
      }
    }
  }
}

/**
 * One XPBD sweep with damping (Macklin et al. 2016, eq. 18 and 26), the multipliers starting at zero; the same law as
 * in `projectSprings`, for conditions of any kind. The conditions of an element are solved one after the other, each on
 * what the one before has left.
 */
export function projectElements(particles: Particles, elements: Elements, dt: number): void {
  if (elements instanceof Springs) {
    projectSprings(particles, elements, dt);
    return;
  }
  const { positions, previousPositions, inverseMasses } = particles;
  const { count, size, conditionCount, particles: stencils } = elements;
  const { stiffnesses, dampings, impulses } = elements;
  const { values, gradients } = at;
  const inverseDt = 1 / dt;
  for (let element = 0; element < count; element++) {
    const stencil = size * element;
    if (stencils[stencil] === -1) continue;
    for (let c = 0; c < conditionCount; c++) {
      if (!elements.evaluate(element, positions, at)) break;
      const condition = conditionCount * element + c;
      const gradient = 3 * size * c;
      const stiffness = stiffnesses[condition]! * dt * dt;
      const damping = dampings[condition]! * dt;
      let w = 0;
      let growth = 0; // of the condition since the start of the substep
      for (let n = 0; n < size; n++) {
        const particle = stencils[stencil + n]!;
        const p = 3 * particle;
        const g = gradient + 3 * n;
        const x = gradients[g]!;
        const y = gradients[g + 1]!;
        const z = gradients[g + 2]!;
        w += inverseMasses[particle]! * (x * x + y * y + z * z);
        if (damping === 0) continue;
        growth +=
          x * (positions[p]! - previousPositions[p]!) +
          y * (positions[p + 1]! - previousPositions[p + 1]!) +
          z * (positions[p + 2]! - previousPositions[p + 2]!);
      }
      if (w === 0) continue;
      const pull = (stiffness * values[c]! + damping * growth) / ((stiffness + damping) * w + 1);
      impulses[condition]! += pull * inverseDt;
      for (let n = 0; n < size; n++) {
        const particle = stencils[stencil + n]!;
        const p = 3 * particle;
        const g = gradient + 3 * n;
        const scale = inverseMasses[particle]! * pull;
        positions[p]! -= scale * gradients[g]!;
        positions[p + 1]! -= scale * gradients[g + 1]!;
        positions[p + 2]! -= scale * gradients[g + 2]!;
      }
    }
  }
}
