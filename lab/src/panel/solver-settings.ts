import {
  IMPLICIT_DEFAULTS,
  resolveSolver,
  WORLD_DEFAULTS,
  type INTEGRATORS,
  type LINEAR_SOLVERS,
  type SolverOptions,
  type SolverType,
} from "tatter";
import type { SceneInput } from "tatter/scene";

/** Stands for "not set" in menus. */
export const UNSET = 0;
/** Substeps of xpbd if the scene does not set them. */
const DEFAULT_SUBSTEPS = 20;
/** Largest tolerance in the panel. Forces are still accurate enough to be trusted. */
export const MAX_TOLERANCE = 0.005;

/** Solver settings of the panel, in SI units. */
export interface SolverSettings {
  solver: SolverType;
  /** Time step of the simulation, s. */
  step: number;
  /** For xpbd. */
  substeps: number;
  /** For explicit solvers: maximum length over rest length. `UNSET`: no limit. */
  stretchLimit: number;
  /** For euler. */
  limitDamping: boolean;
  /** For implicit: residual at which Newton's method has converged. `UNSET`: the default of the linear solver. */
  tolerance: number;
  /** For implicit. */
  integrator: (typeof INTEGRATORS)[number];
  /** For implicit: linear solver. */
  linear: (typeof LINEAR_SOLVERS)[number];
  /** For auto: computing time per step, s. `UNSET`: the default. */
  budget: number;
}

type SceneSolver = SceneInput["solver"];

/** True for solvers whose substeps are limited by the highest frequency of the cloth. */
function isExplicit(type: SolverType): boolean {
  return type !== "auto" && type !== "xpbd" && type !== "implicit";
}

/** Returns the panel settings for the solver of a scene. */
export function solverSettingsOf(own: SceneSolver = {}): SolverSettings {
  const { substeps, stretchLimit, limitDamping, budget } = own;
  const { type } = resolveSolver(own);
  const { integrator, linear } = { ...IMPLICIT_DEFAULTS, ...own };
  return {
    solver: type,
    step: own.step ?? WORLD_DEFAULTS.solver.step,
    substeps: type === "xpbd" && typeof substeps === "number" ? substeps : DEFAULT_SUBSTEPS,
    stretchLimit: stretchLimit ?? UNSET,
    limitDamping: limitDamping === true,
    tolerance: own.tolerance ?? UNSET,
    integrator,
    linear,
    budget: budget ?? UNSET,
  };
}

/**
 * Returns the solver of the panel, with the options of the scene that the panel does not show. Options that only other
 * solvers have are left out, because a solver refuses them.
 */
export function solverOf(settings: SolverSettings, own: SceneSolver = {}): Partial<SolverOptions> {
  const { solver: type, substeps, stretchLimit, tolerance, integrator, linear, budget } = settings;
  const solver: Partial<SolverOptions> = { type };
  const isUsual = own.step === undefined && settings.step === WORLD_DEFAULTS.solver.step;
  if (!isUsual) solver.step = settings.step;
  if (type === "xpbd") solver.substeps = substeps;
  if (type === "auto" && budget !== UNSET) solver.budget = budget;
  if (isExplicit(type) && stretchLimit !== UNSET) solver.stretchLimit = stretchLimit;
  if (type === "euler" && settings.limitDamping) solver.limitDamping = true;
  if (type === "implicit") {
    Object.assign(solver, { integrator, linear });
    if (tolerance !== UNSET) solver.tolerance = tolerance;
    if (own.iterations !== undefined) solver.iterations = own.iterations;
    const fixed = fixedSubsteps(settings, own);
    if (fixed !== null) solver.substeps = fixed;
  }
  return solver;
}

/**
 * Returns the number of substeps that the scene sets for implicit, or null if they are automatic. Numbers for explicit
 * solvers are ignored: they would be refused as soon as the panel makes the cloth stiffer.
 */
export function fixedSubsteps(
  { solver }: SolverSettings,
  { type, substeps }: Exclude<SceneSolver, undefined> = {},
): number | null {
  const isOwn = solver === "implicit" && type === "implicit";
  return isOwn && typeof substeps === "number" ? substeps : null;
}
