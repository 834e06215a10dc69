import type { Attachments, Cloth, AxisPlaneConstraints } from "../src/cloth/index.js";
import type { Kernels } from "../src/kernels/index.js";
import { xpbd, type SolverOptions } from "../src/solvers/index.js";

/** One substep of xpbd, for a cloth by itself on which nothing acts from outside. */
export function substepXpbd(
  kernels: Kernels,
  cloth: Cloth,
  attachments: readonly Attachments[],
  holds: AxisPlaneConstraints,
  dt: number,
): void {
  const surroundings = { kernels, cloth, attachments, holds, stretchLimit: null };
  const options = {} as SolverOptions; // it has none of its own
  xpbd.solverOf({ ...surroundings, addExternalForces: () => {} }, options).substep(dt);
}
