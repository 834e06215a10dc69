import type { ClothSolver, SolverCloth, SolverModule } from "./solver.js";
import { Substeps } from "./substeps.js";

/**
 * Extended position-based dynamics: predict, one sweep over the constraints in the order of their kind (those of the model,
 * then grabs: interleaved kinds can diverge), what is held on an axis or a plane back on it, velocities from the change
 * of the positions. Many small substeps with one sweep each converge better than one step with many sweeps. Forces from
 * outside change the velocities first, in a form that keeps any drag stable.
 */
class Xpbd implements ClothSolver {
  readonly figures = null;
  readonly isTrusted = true;
  readonly #cloth: SolverCloth;

  constructor(cloth: SolverCloth) {
    this.#cloth = cloth;
  }

  gatherForces(duration: number): void {
    const { kernels, cloth } = this.#cloth;
    this.#cloth.addExternalForces(0, duration);
    kernels.applyForces(cloth.particles, duration);
  }

  substep(duration: number): void {
    const { kernels, cloth, attachments, holds } = this.#cloth;
    const { particles, elements, material } = cloth;
    // What is left at the end of a substep says little of the strain of one element.
    elements[0]!.keepWorking(material.plasticity === "element" && material.yield < Infinity);
    kernels.predict(particles, duration);
    for (let i = 0; i < elements.length; i++) {
      kernels.projectElements(particles, elements[i]!, duration);
    }
    for (let i = 0; i < attachments.length; i++) {
      kernels.moveAttachments(attachments[i]!, duration);
      kernels.projectAttachments(particles, attachments[i]!, duration);
    }
    kernels.holdPositions(particles, holds, duration);
    kernels.deriveVelocities(particles, duration);
  }
}

/** The solver `xpbd`: fast and always stable, but softer than the material says. */
export const xpbd: SolverModule = {
  name: "xpbd",
  fields: [],
  defaultSubsteps: 20,
  hasTrueStrain: false,
  canDivideSubsteps: false,
  advice: (substeps) =>
    `forces that change too fast for ${substeps} substeps; try more solver.substeps, or the solver implicit`,
  solverOf: (cloth) => new Xpbd(cloth),
  substepsOf: (context) => new Substeps(context),
};
