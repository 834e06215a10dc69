import type { Attachments, Cloth, Holds } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";

/**
 * One substep of extended position-based dynamics: predict, one sweep over the constraints in the order of
 * their kind (those of the model, then hands: interleaved kinds can diverge), what is held on an axis or a plane back on
 * it, velocities from the change of the positions. Many small substeps with one sweep each converge better than one step
 * with many sweeps.
 */
export function substepXpbd(
  kernels: Kernels,
  cloth: Cloth,
  attachments: readonly Attachments[],
  holds: Holds,
  dt: number,
): void {
  const { particles } = cloth;
  kernels.predict(particles, dt);
  const { elements } = cloth;
  for (let i = 0; i < elements.length; i++) kernels.projectElements(particles, elements[i]!, dt);
  for (let i = 0; i < attachments.length; i++) {
    kernels.moveAttachments(attachments[i]!, dt);
    kernels.projectAttachments(particles, attachments[i]!, dt);
  }
  kernels.holdPositions(particles, holds, dt);
  kernels.deriveVelocities(particles, dt);
}
