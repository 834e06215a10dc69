/** The world with all solvers, and what is behind it: states, recorders, stores, kernels (`tatter/sim`). */
export * from "./core.js";
export { resolveSolver, World } from "./all-solvers.js";
