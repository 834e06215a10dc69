import type { SolverChoice, SolverChooser, SolverTask } from "./auto.js";
import {
  resolveSolver,
  type AnySolverOptions,
  type SolverName,
  type SolverOptions,
} from "./options.js";
import type { SolverModule } from "./solver.js";

/** The solver options of a world, and what was chosen for it. */
export interface SolverInUse extends SolverOptions {
  type: SolverName;
  /** Which solver `auto` chose, and why; null if the options name a solver. */
  readonly choice: SolverChoice | null;
  /** Name of the kernels: "wasm", "reference", or that of kernels of your own. */
  readonly kernels: string;
}

/**
 * Returns the solver of a world with its resolved options. For `auto`, chooses the solver that fits the cloths;
 * `choice` has the reason, otherwise it is null.
 *
 * @throws RangeError that names the field.
 */
export function chooseSolver(
  given: AnySolverOptions,
  solvers: readonly (SolverModule | SolverChooser)[],
  { cloths, drag }: Pick<SolverTask, "cloths" | "drag">,
): {
  solverModule: SolverModule;
  solver: SolverOptions & { type: SolverName };
  choice: SolverChoice | null;
} {
  const options = resolveSolver(given, solvers);
  const { step, budget = step } = options;
  const kind = solvers.find(({ name }) => name === options.type)!;
  if (!("choose" in kind)) {
    const type = kind.name as SolverName;
    return { solverModule: kind, solver: { ...options, type }, choice: null };
  }
  const names = solvers.map(({ name }) => name);
  const choice = kind.choose({ cloths, drag, step, budget, names });
  const { type, substeps } = choice;
  const solver = { ...resolveSolver({ type, substeps, step }, solvers), type };
  const solverModule = solvers.find(({ name }) => name === type) as SolverModule;
  return { solverModule, solver, choice };
}
