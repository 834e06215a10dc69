import { hasWasm, referenceKernels, type Kernels } from "../kernels/index.js";
import type { SolverModule } from "../solvers/index.js";
import type { WorldOptions } from "./options/options.js";

/**
 * The kernels of a world.
 *
 * @param isAutomatic True if `auto` chose the solver: then the reference stands in for kernels that it does not have.
 * @throws RangeError if the solver does not have them.
 */
export function chooseKernels(
  given: WorldOptions["kernels"],
  solver: SolverModule,
  isAutomatic: boolean,
): Kernels {
  if (given === "reference") return referenceKernels;
  if (typeof given === "object") return given;
  const own = solver.kernels?.() ?? referenceKernels;
  if (given === undefined || own.name === given || (isAutomatic && hasWasm())) return own;
  const reason =
    solver.kernels === undefined && !isAutomatic
      ? `the solver ${solver.name} has no "${given}"`
      : "this engine has no WebAssembly with SIMD";
  throw new RangeError(`kernels: ${reason}; expected "reference", or nothing`);
}
