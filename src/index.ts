/**
 * Cloth that tears: a simulation library for the browser and Node, with all solvers. SI units, y up; no dependency, no DOM.
 * Scene files are read by `tatter/scene`, drawn by `tatter/three`, and run from files by `tatter/node`.
 */
export * from "./core/index.js";
export { resolveSolver, World } from "./sim/index.js";
