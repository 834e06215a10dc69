/** The solvers module: what moves the particles of a cloth in a substep, and how a step is divided into substeps. */
export { auto, type SolverChoice, type SolverChooser } from "./auto.js";
export { euler, forwardEuler, midpoint, rk4 } from "./explicit/explicit.js";
export { amplification, stableStep, type Spectrum } from "./explicit/stability.js";
export { SpectrumWatch } from "./explicit/spectrum.js";
export { implicit, LONGEST_IMPLICIT } from "./implicit/module.js";
export {
  IMPLICIT_DEFAULTS,
  LINEAR_SOLVERS,
  MAX_SUBSTEPS,
  resolveSolver,
  SMALLEST_TOLERANCE,
  SOLVER,
  SOLVERS,
  STEP,
  type AnySolverOptions,
  type SolverName,
  type SolverOptions,
  type SolverType,
} from "./options.js";
export type { ClothSolver, SolveFigures, SolverCloth, SolverModule } from "./solver.js";
export { Substeps, type StepPlanContext } from "./substeps.js";
export { takeSolver } from "./take-solver.js";
export { xpbd } from "./xpbd.js";
