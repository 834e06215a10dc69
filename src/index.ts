/**
 * Cloth that tears. SI units, y up. The core with all solvers: no dependency, no DOM.
 * Scene files are read by `tatter/scene`, drawn by `tatter/three`, run from files by `tatter/node`.
 */
export * from "./core/index.js";
export { LONGEST_IMPLICIT, resolveSolver, World } from "./sim/index.js";
