/**
 * The solvers module: how the particles of a cloth move in a substep. Exports the public entry point and what other
 * modules of the library need.
 */
export * from "./public.js";
export type { SolverTask } from "./auto.js";
export { SolverSelection, type SelectedSolver } from "./solver-choice.js";
export { resolveSolver, SOLVER, STEP } from "./options.js";
export { SpectrumTracker } from "./explicit/spectrum.js";
