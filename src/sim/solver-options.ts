import { checkOptions } from "../math/check-options.js";
import { SOLVER } from "./checks.js";
import { chooseSolver, type SolverChoice } from "./choose-solver.js";
import {
  WORLD_DEFAULTS,
  type SolverName,
  type SolverOptions,
  type SolverType,
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

const EXPLICIT: readonly SolverType[] = ["euler", "midpoint", "rk4", "forward-euler"];

/** Fields that only some solvers have, and their name together. */
const SPECIAL = {
  stretchLimit: [EXPLICIT, "explicit solvers have"],
  tolerance: [["implicit"], "implicit has"],
  iterations: [["implicit"], "implicit has"],
  linear: [["implicit"], "implicit has"],
  budget: [["auto"], "auto has"],
} as const satisfies Partial<Record<keyof SolverOptions, [readonly SolverType[], string]>>;

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field.
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  checkOptions("solver", given, SOLVER);
  const type = given.type ?? WORLD_DEFAULTS.solver.type;
  const options: SolverOptions = {
    type,
    step: given.step ?? WORLD_DEFAULTS.solver.step,
    substeps: given.substeps ?? (type === "xpbd" ? WORLD_DEFAULTS.solver.substeps : "auto"),
  };
  for (const field of Object.keys(SPECIAL) as (keyof typeof SPECIAL)[]) {
    if (given[field] === undefined) continue;
    const [types, owners]: readonly [readonly SolverType[], string] = SPECIAL[field];
    if (!types.includes(type)) {
      throw new RangeError(`solver.${field}: only ${owners} one, and this is ${type}`);
    }
    Object.assign(options, { [field]: given[field] });
  }
  checkSolver(options);
  return options;
}

function checkSolver({ type, substeps }: SolverOptions): void {
  if (substeps === "auto" && type === "xpbd") {
    throw new RangeError(
      "solver.substeps: xpbd is stable with any number; expected a whole number of 1 or more",
    );
  }
  if (substeps !== "auto" && type === "auto") {
    throw new RangeError(
      "solver.substeps: auto finds their number; leave it out, or name a solver in solver.type",
    );
  }
}
