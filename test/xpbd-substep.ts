import type { Attachments, Cloth, AxisPlaneConstraints } from "../src/cloth/index.js";
import type { Kernels } from "../src/kernels/index.js";
import { xpbd, type SolverOptions } from "../src/solvers/index.js";

/** One substep of XPBD for a single cloth without external influences. */
export function substepXpbd(
  kernels: Kernels,
  cloth: Cloth,
  attachments: readonly Attachments[],
  constraints: AxisPlaneConstraints,
  dt: number,
): void {
  const surroundings = { kernels, cloth, attachments, constraints, stretchLimit: null };
  const options = {} as SolverOptions; // it has no solver of its own
  xpbd.solverOf({ ...surroundings, addExternalForces: () => {} }, options).substep(dt);
}
