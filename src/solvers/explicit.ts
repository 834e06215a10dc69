import type { Attachments, Cloth, Holds, Stages } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import { INTEGRATORS, type IntegratorName } from "./integrators.js";

/** What an explicit substep needs to know. */
export interface ExplicitSubstep {
  kernels: Kernels;
  cloth: Cloth;
  attachments: readonly Attachments[];
  holds: Holds;
  stages: Stages;
  /** Adds all forces from outside at the time `after` the start of the substep, s, to cleared forces. */
  addExternalForces(after: number): void;
}

/**
 * Adds up the forces on a cloth as it stands: from outside, of its elements, of hands.
 *
 * @param weighted How long these forces count in the substep, s: what they add to the impulses of the elements.
 */
function evaluateForces(substep: ExplicitSubstep, after: number, weighted: number): void {
  const { kernels, cloth, attachments, holds } = substep;
  const { particles } = cloth;
  substep.addExternalForces(after);
  for (const elements of cloth.elements) {
    kernels.addElementForces(particles, elements, weighted);
  }
  for (const attachment of attachments) {
    kernels.addAttachmentForces(particles, attachment, particles.forces);
  }
  kernels.holdForces(holds, particles.forces);
}

/** The `forces` phase of an explicit substep: the forces at its start. */
export function startExplicit(substep: ExplicitSubstep, name: IntegratorName, dt: number): void {
  evaluateForces(substep, 0, INTEGRATORS[name].weights[0] * dt);
}

/** The `solve` phase: from the forces at the start through the stages of the integrator to the end of the substep. */
export function substepExplicit(substep: ExplicitSubstep, name: IntegratorName, dt: number): void {
  const { kernels, cloth, attachments, stages } = substep;
  const { particles } = cloth;
  const { nodes, weights, isSymplectic } = INTEGRATORS[name];
  if (isSymplectic) {
    kernels.applyForces(particles, dt);
    kernels.predict(particles, dt);
  } else {
    kernels.startStages(particles, stages);
    kernels.addStage(particles, stages, weights[0]);
    for (let i = 1; i < nodes.length; i++) {
      kernels.moveToStage(particles, stages, nodes[i]! * dt);
      moveHands(nodes[i]! - nodes[i - 1]!);
      evaluateForces(substep, nodes[i]! * dt, weights[i]! * dt);
      kernels.addStage(particles, stages, weights[i]!);
    }
    kernels.finishStages(particles, stages, dt);
  }
  moveHands(1 - nodes.at(-1)!);

  function moveHands(part: number): void {
    for (const attachment of attachments) kernels.moveAttachments(attachment, part * dt);
  }
}
