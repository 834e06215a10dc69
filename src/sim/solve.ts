import { startExplicit, substepExplicit, substepXpbd } from "../solvers/index.js";
import { addExternalForces } from "./external-forces.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/**
 * The `forces` phase of a substep. XPBD takes the forces from outside into the velocities, the implicit solver into its
 * equations; explicit integrators start from all forces, those of the cloth itself too.
 */
export function gatherForces(world: World, cloth: WorldCloth, dt: number): void {
  const { type } = world.solver;
  if (type === "xpbd") {
    addExternalForces(world, cloth, 0, dt);
    world.kernels.applyForces(cloth.particles, dt);
  } else if (type === "implicit") {
    addExternalForces(world, cloth, 0, dt);
  } else startExplicit(cloth.explicit(world), type, dt);
}

/** The `solve` phase of a substep: particles move. */
export function moveParticles(world: World, cloth: WorldCloth, dt: number): void {
  const { kernels, solver } = world;
  if (solver.type === "xpbd") {
    // What is left at the end of a substep says little of the strain of one element.
    const { plasticity, yield: yieldStrain } = cloth.material;
    cloth.elements[0]!.keepWorking(plasticity === "element" && yieldStrain < Infinity);
    substepXpbd(kernels, cloth, cloth.attachments, cloth.holds, dt);
    return;
  }
  if (solver.type === "implicit") {
    cloth.implicit!.substep(dt);
    return;
  }
  substepExplicit(cloth.explicit(world), solver.type, dt);
  if (cloth.stretchLimit !== null) kernels.limitStretch(cloth, cloth.stretchLimit, dt);
}
