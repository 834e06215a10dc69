import { Conditions, Springs, type Elements, type Particles } from "../cloth/index.js";
import { addSpringForces, projectSprings } from "./springs.js";
import { addTripleForces, projectTriples } from "./triples.js";

const at = new Conditions();

/** Adds the elastic and damping forces of all elements of a kind: F = −(k C + d Ċ) ∇C. */
export function addElementForces(particles: Particles, elements: Elements, dt: number): void {
  if (elements instanceof Springs) addSpringForces(particles, elements, dt);
  else if (elements.conditionCount === 3) addTripleForces(particles, elements, dt);
  else addSingleForces(particles, elements, dt);
}

/** One XPBD sweep: structural springs color by color, other elements in the order of their indices. */
export function projectElements(particles: Particles, elements: Elements, dt: number): void {
  if (elements instanceof Springs) projectSprings(particles, elements, dt);
  else if (elements.conditionCount === 3) projectTriples(particles, elements, dt);
  else projectSingles(particles, elements, dt);
}

/** Forces of elements with one condition. */
function addSingleForces(particles: Particles, elements: Elements, dt: number): void {
  const { positions, velocities, forces } = particles;
  const { count, size, particles: stencils, stiffnesses, dampings, impulses } = elements;
  const { values, gradients } = at;
  for (let element = 0; element < count; element++) {
    const stencil = size * element;
    if (stencils[stencil] === -1 || !elements.evaluate(element, positions, at)) continue;
    const damping = dampings[element]!;
    let pull = stiffnesses[element]! * values[0]!;
    if (damping !== 0) {
      let rate = 0;
      for (let n = 0; n < size; n++) {
        const p = 3 * stencils[stencil + n]!;
        rate +=
          gradients[3 * n]! * velocities[p]! +
          gradients[3 * n + 1]! * velocities[p + 1]! +
          gradients[3 * n + 2]! * velocities[p + 2]!;
      }
      pull += damping * rate;
    }
    impulses[element]! += pull * dt;
    for (let n = 0; n < size; n++) {
      const p = 3 * stencils[stencil + n]!;
      forces[p]! -= pull * gradients[3 * n]!;
      forces[p + 1]! -= pull * gradients[3 * n + 1]!;
      forces[p + 2]! -= pull * gradients[3 * n + 2]!;
    }
  }
}

/** XPBD sweep over elements with one condition, by the law of `projectSprings`. */
function projectSingles(particles: Particles, elements: Elements, dt: number): void {
  const { positions, previousPositions, inverseMasses } = particles;
  const { count, size, particles: stencils, stiffnesses, dampings, impulses } = elements;
  const { values, gradients } = at;
  const inverseDt = 1 / dt;
  const dtSquared = dt * dt;
  for (let element = 0; element < count; element++) {
    const stencil = size * element;
    if (stencils[stencil] === -1 || !elements.evaluate(element, positions, at)) continue;
    const stiffness = stiffnesses[element]! * dtSquared;
    const damping = dampings[element]! * dt;
    let w = 0;
    let growth = 0; // change of the condition since the start of the substep
    for (let n = 0; n < size; n++) {
      const particle = stencils[stencil + n]!;
      const p = 3 * particle;
      const x = gradients[3 * n]!;
      const y = gradients[3 * n + 1]!;
      const z = gradients[3 * n + 2]!;
      w += inverseMasses[particle]! * (x * x + y * y + z * z);
      if (damping === 0) continue;
      growth +=
        x * (positions[p]! - previousPositions[p]!) +
        y * (positions[p + 1]! - previousPositions[p + 1]!) +
        z * (positions[p + 2]! - previousPositions[p + 2]!);
    }
    if (w === 0) continue;
    const pull = (stiffness * values[0]! + damping * growth) / ((stiffness + damping) * w + 1);
    impulses[element]! += pull * inverseDt;
    for (let n = 0; n < size; n++) {
      const particle = stencils[stencil + n]!;
      const p = 3 * particle;
      const scale = inverseMasses[particle]! * pull;
      positions[p]! -= scale * gradients[3 * n]!;
      positions[p + 1]! -= scale * gradients[3 * n + 1]!;
      positions[p + 2]! -= scale * gradients[3 * n + 2]!;
    }
  }
}
