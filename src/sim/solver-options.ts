import { MOST_SUBSTEPS, SOLVERS, WORLD_DEFAULTS, type SolverOptions } from "./options.js";

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field.
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  const type = given.type ?? WORLD_DEFAULTS.solver.type;
  if (!SOLVERS.includes(type)) {
    throw new RangeError(`solver.type: expected ${SOLVERS.join(", ")}, got ${type as string}`);
  }
  const options: SolverOptions = {
    type,
    step: given.step ?? WORLD_DEFAULTS.solver.step,
    substeps: given.substeps ?? (type === "xpbd" ? WORLD_DEFAULTS.solver.substeps : "auto"),
    ...(given.stretchLimit !== undefined && { stretchLimit: given.stretchLimit }),
    ...(given.tolerance !== undefined && { tolerance: given.tolerance }),
    ...(given.iterations !== undefined && { iterations: given.iterations }),
    ...(given.linear !== undefined && { linear: given.linear }),
  };
  checkSolver(options);
  return options;
}

function checkSolver({ type, step, substeps, stretchLimit }: SolverOptions): void {
  if (!(step > 0 && step < Infinity)) {
    throw new RangeError(`solver.step: expected a time over 0 s, got ${step}`);
  }
  if (substeps === "auto" && type === "xpbd") {
    throw new RangeError(
      "solver.substeps: xpbd is stable with any number; expected a whole number of 1 or more",
    );
  }
  const isCount = Number.isInteger(substeps) && (substeps as number) > 0;
  if (substeps !== "auto" && !(isCount && substeps <= MOST_SUBSTEPS)) {
    throw new RangeError(
      `solver.substeps: expected a whole number from 1 to ${MOST_SUBSTEPS}, or "auto", got ${substeps}`,
    );
  }
  if (stretchLimit === undefined) return;
  if (type === "xpbd") {
    throw new RangeError("solver.stretchLimit: only explicit solvers have one, and this is xpbd");
  }
  if (!(stretchLimit > 1 && stretchLimit < Infinity)) {
    throw new RangeError(`solver.stretchLimit: expected a ratio over 1, got ${stretchLimit}`);
  }
}
