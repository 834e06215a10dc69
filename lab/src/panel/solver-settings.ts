import {
  IMPLICIT_DEFAULTS,
  WORLD_DEFAULTS,
  type LINEAR_SOLVERS,
  type SolverOptions,
  type SolverType,
} from "tatter";
import type { SceneInput } from "tatter/scene";

/** Stands for "no number of its own" where a control is a list. */
export const UNSET = 0;
/** The loosest tolerance that the panel offers: forces are still well within what is trusted. */
export const LOOSEST = 0.005;

/** What the panel shows of the solver, in SI units. */
export interface SolverSettings {
  solver: SolverType;
  /** Of the whole simulation, s. */
  step: number;
  /** Of xpbd. */
  substeps: number;
  /** Of explicit solvers, length over rest length; `UNSET`: none. */
  stretchLimit: number;
  /** Of implicit: the residual at which Newton's method has converged. */
  tolerance: number;
  /** Of implicit: how its equations are solved. */
  linear: (typeof LINEAR_SOLVERS)[number];
  /** Of auto: real time that a step may take, s; `UNSET`: as long as the step itself. */
  budget: number;
}

type SceneSolver = SceneInput["solver"];

/** Those that need substeps as short as the fastest swing of the cloth asks for. */
function isExplicit(type: SolverType): boolean {
  return type !== "auto" && type !== "xpbd" && type !== "implicit";
}

/** What the panel shows for the solver of a scene. */
export function solverSettingsOf(own: SceneSolver = {}): SolverSettings {
  const { type = WORLD_DEFAULTS.solver.type, substeps, stretchLimit, budget } = own;
  const { tolerance, linear } = { ...IMPLICIT_DEFAULTS, ...own };
  const { substeps: usual } = WORLD_DEFAULTS.solver;
  return {
    solver: type,
    step: own.step ?? WORLD_DEFAULTS.solver.step,
    substeps: type === "xpbd" && typeof substeps === "number" ? substeps : (usual as number),
    stretchLimit: stretchLimit ?? UNSET,
    tolerance,
    linear,
    budget: budget ?? UNSET,
  };
}

/**
 * The solver that the panel says, with what else the scene says of it. A solver refuses what only others have, and the
 * panel may show another one than the scene's own.
 */
export function solverOf(settings: SolverSettings, own: SceneSolver = {}): Partial<SolverOptions> {
  const { solver: type, substeps, stretchLimit, tolerance, linear, budget } = settings;
  const solver: Partial<SolverOptions> = { type };
  const isUsual = own.step === undefined && settings.step === WORLD_DEFAULTS.solver.step;
  if (!isUsual) solver.step = settings.step;
  if (type === "xpbd") solver.substeps = substeps;
  if (type === "auto" && budget !== UNSET) solver.budget = budget;
  if (isExplicit(type) && stretchLimit !== UNSET) solver.stretchLimit = stretchLimit;
  if (type === "implicit") {
    Object.assign(solver, { tolerance, linear });
    if (own.iterations !== undefined) solver.iterations = own.iterations;
    const fixed = fixedSubsteps(settings, own);
    if (fixed !== null) solver.substeps = fixed;
  }
  return solver;
}

/**
 * The number of substeps that the scene asks of implicit; null: it finds its own. Numbers for explicit solvers are left
 * out: they would be refused as soon as the panel makes the cloth stiffer.
 */
export function fixedSubsteps(
  { solver }: SolverSettings,
  { type, substeps }: Exclude<SceneSolver, undefined> = {},
): number | null {
  const isOwn = solver === "implicit" && type === "implicit";
  return isOwn && typeof substeps === "number" ? substeps : null;
}
