import { defaultKernels } from "./default-kernels.js";
import type { ClothSolver, SolverCloth, SolverModule } from "./solver.js";
import { Substeps } from "./substeps.js";

/**
 * Extended position-based dynamics. External forces change the velocities first, in a form that is stable for any drag.
 * Then:
 *
 * 1. Predict positions.
 * 2. One sweep over the elements, kind by kind, then over grabs. Interleaved kinds can diverge.
 * 3. Axis and plane constraints.
 * 4. Velocities from the change of the positions.
 *
 * Many small substeps with one sweep each converge better than one step with many sweeps.
 */
class Xpbd implements ClothSolver {
  readonly solveStats = null;
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
    const { kernels, cloth, attachments, constraints } = this.#cloth;
    const { particles, elements, material } = cloth;
    // Strains at the end of a substep are not converged, so plastic flow uses the working values.
    elements[0]!.trackWorkingValues(material.plasticity === "element" && material.yield < Infinity);
    kernels.predict(particles, duration);
    for (let i = 0; i < elements.length; i++) {
      kernels.projectElements(particles, elements[i]!, duration);
    }
    for (let i = 0; i < attachments.length; i++) {
      kernels.moveAttachments(attachments[i]!, duration);
      kernels.projectAttachments(particles, attachments[i]!, duration);
    }
    kernels.constrainPositions(particles, constraints, duration);
    kernels.deriveVelocities(particles, duration);
  }
}

/** The solver `xpbd`: fast and unconditionally stable, but softer than the material. */
export const xpbd: SolverModule = {
  name: "xpbd",
  fields: [],
  defaultSubsteps: 20,
  hasTrueStrain: false,
  canDivideSubsteps: false,
  kernels: defaultKernels,
  advice: (substeps) =>
    `forces that change too fast for ${substeps} substeps; try more solver.substeps, or the solver implicit`,
  solverOf: (cloth) => new Xpbd(cloth),
  substepsOf: (context) => new Substeps(context),
};
