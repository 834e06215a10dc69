/** Entry point `tatter/solvers`: the solvers, their options, and the division of a step into substeps. */
export { auto, type SolverChoice, type SolverChooser } from "./auto.js";
export { euler, forwardEuler, midpoint, rk4 } from "./explicit/explicit.js";
export { amplification, stableStep, type Spectrum } from "./explicit/stability.js";
export { implicit, MAX_IMPLICIT_SUBSTEP } from "./implicit/module.js";
export {
  IMPLICIT_DEFAULTS,
  INTEGRATORS,
  LINEAR_SOLVERS,
  MAX_SUBSTEPS,
  MIN_TOLERANCE,
  SOLVERS,
  type AnySolverOptions,
  type SolverName,
  type SolverOptions,
  type SolverType,
} from "./options.js";
export type { ClothSolver, SolveStats, SolverCloth, SolverModule } from "./solver.js";
export type { SolverInUse } from "./solver-choice.js";
export { Substeps, type StepPlanContext } from "./substeps.js";
export { xpbd } from "./xpbd.js";
