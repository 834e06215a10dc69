/** The sim module with all solvers. */
export * from "./core.js";
export { LONGEST_IMPLICIT } from "../solvers/index.js";
export { resolveSolver, World } from "./all-solvers.js";
