/** The solvers room: how a substep moves the particles. */
export { StageTimes, startExplicit, substepExplicit, type ExplicitSubstep } from "./explicit.js";
export { checkImplicit } from "./implicit/check-state.js";
export { ImplicitSolver, type ImplicitState } from "./implicit/implicit.js";
export { LINEAR_SOLVERS, MOST_DIRECT } from "./implicit/linear-solver.js";
export type { IntegratorName } from "./integrators.js";
export { fastestChange, SpectrumWatch } from "./spectrum.js";
export { amplification, stableStep, type Spectrum } from "./stability.js";
export { substepXpbd } from "./xpbd.js";
