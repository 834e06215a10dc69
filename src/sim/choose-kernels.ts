import { referenceKernels, type Kernels } from "../kernels/index.js";
import type { SolverModule } from "../solvers/index.js";
import type { WorldOptions } from "./options/options.js";

/**
 * The kernels of a world.
 *
 * @throws RangeError if the solver does not have them.
 */
export function chooseKernels(given: WorldOptions["kernels"], solver: SolverModule): Kernels {
  if (given === "reference") return referenceKernels;
  if (typeof given === "object") return given;
  const own = solver.kernels?.() ?? referenceKernels;
  if (given === undefined || own.name === given) return own;
  const reason =
    solver.kernels === undefined
      ? `the solver ${solver.name} has no "${given}"`
      : "this engine has no WebAssembly with SIMD";
  throw new RangeError(`kernels: ${reason}; expected "reference", or nothing`);
}
