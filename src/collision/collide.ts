import type { Particles } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import type { HalfSpaceCollider } from "./half-space.js";

/** Keeps the particles of one cloth out of all colliders. */
export function collide(
  kernels: Kernels,
  particles: Particles,
  colliders: readonly HalfSpaceCollider[],
): void {
  for (const { normal, height, friction } of colliders) {
    kernels.collidePlane(particles, normal, height, friction);
  }
}
