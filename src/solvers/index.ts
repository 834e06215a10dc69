/** The solvers module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { chooseSolver } from "./solver-choice.js";
export { resolveSolver, SOLVER, STEP } from "./options.js";
export { SpectrumTracker } from "./explicit/spectrum.js";
