import type { World } from "./world.js";
import type { WorldCloth } from "./world-cloth.js";

/**
 * Gathers in `forces` of the particles all that acts on a cloth from outside: gravity and air. The same for
 * every solver. `dt` is the time over which the forces will be applied at once, which keeps any drag stable;
 * 0 for integrators that evaluate them several times a step.
 */
export function addExternalForces(
  world: World,
  cloth: WorldCloth,
  _time: number,
  dt: number,
): void {
  const { kernels } = world;
  kernels.clearForces(cloth.particles);
  kernels.addGravity(cloth.particles, world.gravity);
  kernels.addAir(cloth, world.wind.drag, dt);
}
