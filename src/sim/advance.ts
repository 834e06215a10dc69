import { collide } from "../collision/index.js";
import { gatherForces, moveParticles } from "./solve.js";
import type { World } from "./world.js";

/** All cloths move on by a substep, or by a part of one. */
export function advance(world: World, duration: number): void {
  const { cloths, kernels, clock, colliders } = world;
  for (const cloth of cloths) {
    if (cloth.resolve !== "step") cloth.startMeasuring(duration);
    gatherForces(world, cloth, duration);
  }
  clock.end("forces");

  for (const cloth of cloths) moveParticles(world, cloth, duration);
  clock.end("solve");

  for (const cloth of cloths) {
    collide(kernels, cloth, colliders);
    // A contact may push a ring along its rail, never off it.
    kernels.holdPositions(cloth.particles, cloth.holds, duration);
    kernels.holdVelocities(cloth.particles, cloth.holds);
  }
  clock.end("collide");
}
