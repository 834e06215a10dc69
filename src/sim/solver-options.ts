import { checkOptions } from "../math/check-options.js";
import { SOLVER } from "./checks.js";
import { chooseSolver, type SolverChoice } from "./choose-solver.js";
import {
  WORLD_DEFAULTS,
  type SolverName,
  type SolverOptions,
  type WorldOptions,
} from "./options.js";

/** The solver of a world, with everything said; where it says `auto`, the one that fits its cloths, and why. */
export function takeSolver(options: WorldOptions): {
  solver: SolverOptions & { type: SolverName };
  choice: SolverChoice | null;
} {
  const solver = resolveSolver(options.solver);
  const { type, step, budget = step } = solver;
  if (type !== "auto") return { solver: { ...solver, type }, choice: null };
  const choice = chooseSolver(options, { step, budget });
  const { type: chosen, substeps } = choice;
  return { solver: { ...resolveSolver({ type: chosen, substeps, step }), type: chosen }, choice };
}

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field.
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  checkOptions("solver", given, SOLVER);
  const { type: defaultType, step, substeps } = WORLD_DEFAULTS.solver;
  const type = given.type ?? defaultType;
  const options: SolverOptions = { type, step, substeps: type === "xpbd" ? substeps : "auto" };
  for (const [field, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(options, { [field]: value });
  }
  return options;
}
