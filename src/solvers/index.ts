/** The solvers room: how a substep moves the particles. */
export { substepXpbd } from "./xpbd.js";
