import type { Cloth } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import type { HalfSpaceCollider } from "./half-space.js";

/**
 * Keeps the particles of one cloth out of all colliders: off by half of its thickness, with the geometric mean of both
 * coefficients of friction.
 */
export function collide(
  kernels: Kernels,
  { particles, material }: Pick<Cloth, "particles" | "material">,
  colliders: readonly HalfSpaceCollider[],
): void {
  for (const { normal, height, friction } of colliders) {
    kernels.collidePlane(
      particles,
      normal,
      height + material.thickness / 2,
      Math.sqrt(friction * material.friction),
    );
  }
}
