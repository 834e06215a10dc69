import { gatherForces, moveParticles } from "./solve.js";
import type { World } from "./world.js";
import { yieldCloth } from "./yield-cloth.js";

/** All cloths and solids move on by a substep, or by a part of one. */
export function advance(world: World, duration: number): void {
  const { cloths, kernels, clock, solids } = world;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.resolve !== "step") cloth.startMeasuring(duration);
    gatherForces(world, cloth, duration);
  }
  clock.end("forces");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    moveParticles(world, cloth, duration);
    if (cloth.yields) yieldCloth(world, cloth, duration);
  }
  clock.end("solve");

  solids.advance(world, duration);
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (!solids.isEmpty) cloth.collision.collide(solids.all, duration);
    // A contact may push a ring along its rail, never off it.
    kernels.holdPositions(cloth.particles, cloth.holds, duration);
    kernels.holdVelocities(cloth.particles, cloth.holds);
  }
  clock.end("collide");
}
