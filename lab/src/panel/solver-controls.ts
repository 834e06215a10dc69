import { INTEGRATORS, LINEAR_SOLVERS } from "tatter";
import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import type { Rows } from "./rows.js";
import { MAX_TOLERANCE, UNSET, type SolverSettings } from "./solver-settings.js";

const STRETCH_LIMITS = [1.02, 1.05, 1.1, 1.2, 1.5];
/** Residuals at which Newton's method stops. */
const TOLERANCES = [
  { text: "exact: 0.00005", value: 0.000_05 },
  { text: "normal", value: UNSET },
  { text: `fast: ${MAX_TOLERANCE}`, value: MAX_TOLERANCE },
];
/** ms. */
const BUDGETS = [1, 2, 5, 10, 20, 100, 200, 500];

/** s. */
const STEPS = [30, 60, 120, 240].map((rate) => ({ text: `1/${rate}`, value: 1 / rate }));

const RESTARTS = "Restarts the simulation.";

/**
 * Adds the controls of the current solver.
 *
 * @param changed Called if the running cloth takes over the change.
 * @param rebuild Called if the cloth must be rebuilt.
 */
export function addSolverControls(
  rows: Rows,
  folder: FolderApi,
  settings: SolverSettings,
  { changed, rebuild }: { changed: () => void; rebuild: () => void },
): BladeApi[] {
  const own = (): BladeApi[] => {
    switch (settings.solver) {
      case "xpbd":
        return [addSubsteps(rows, folder, changed)];
      case "auto":
        return [addBudget(rows, folder, settings, rebuild)];
      case "implicit":
        return [
          addIntegrator(rows, folder, rebuild),
          addTolerance(rows, folder, settings, rebuild),
          addLinear(rows, folder, rebuild),
        ];
      case "euler":
        return [
          addLimitDamping(rows, folder, rebuild),
          addStretchLimit(rows, folder, settings, rebuild),
        ];
      default:
        return [addStretchLimit(rows, folder, settings, rebuild)];
    }
  };
  return [...own(), addStep(rows, folder, settings, rebuild)];
}

function addSubsteps(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const spec = {
    label: "Substeps",
    scale: { min: 1, max: 60, step: 1 },
    min: 1,
    max: 1000,
    isWhole: true,
    title:
      "Substeps per time step. More substeps make the cloth stiffer and more accurate, but slower.",
  };
  return rows.number(folder, "substeps", spec, changed);
}

function addStretchLimit(
  rows: Rows,
  folder: FolderApi,
  { stretchLimit }: SolverSettings,
  rebuild: () => void,
): BladeApi {
  const limits = STRETCH_LIMITS.map((value) => ({ text: String(value), value }));
  const spec = {
    label: "Stretch limit, ×",
    title: `Maximum length of an edge over its rest length. ${RESTARTS}`,
    options: [{ text: "off", value: UNSET }, ...withOwn(limits, stretchLimit)],
  };
  return rows.choice(folder, "stretchLimit", spec, rebuild);
}

function addLimitDamping(rows: Rows, folder: FolderApi, rebuild: () => void): BladeApi {
  const spec = {
    label: "Damping",
    title: `limited: springs are damped only as much as longer substeps allow, which is faster. ${RESTARTS}`,
    options: [
      { text: "of the material", value: false },
      { text: "limited", value: true },
    ],
  };
  return rows.choice(folder, "limitDamping", spec, rebuild);
}

function addTolerance(
  rows: Rows,
  folder: FolderApi,
  { tolerance }: SolverSettings,
  rebuild: () => void,
): BladeApi {
  const spec = {
    label: "Tolerance",
    title: `Residual at which Newton's method stops, as a fraction of all forces. Normal: 0.0005; with multigrid 0.03. ${RESTARTS}`,
    options: withOwn(TOLERANCES, tolerance),
  };
  return rows.choice(folder, "tolerance", spec, rebuild);
}

function addIntegrator(rows: Rows, folder: FolderApi, rebuild: () => void): BladeApi {
  const spec = {
    label: "Integrator",
    title: `bdf2 is of second order: forces are more accurate, and oscillations are damped less. ${RESTARTS}`,
    options: INTEGRATORS.map((value) => ({ text: value, value })),
  };
  return rows.choice(folder, "integrator", spec, rebuild);
}

function addLinear(rows: Rows, folder: FolderApi, rebuild: () => void): BladeApi {
  const spec = {
    label: "Linear solver",
    title: `Direct, or conjugate gradients for large cloths; auto decides by the size of the cloth. multigrid is the fast one. ${RESTARTS}`,
    options: LINEAR_SOLVERS.map((value) => ({ text: value, value })),
  };
  return rows.choice(folder, "linear", spec, rebuild);
}

function addBudget(
  rows: Rows,
  folder: FolderApi,
  { budget }: SolverSettings,
  rebuild: () => void,
): BladeApi {
  const budgets = BUDGETS.map((value) => ({ text: String(value), value: value / 1000 }));
  const spec = {
    label: "Budget, ms per step",
    title: `Computing time per step. auto chooses the most accurate solver within it. ${RESTARTS}`,
    options: [{ text: "50, the default", value: UNSET }, ...withOwn(budgets, budget, 1000)],
  };
  return rows.choice(folder, "budget", spec, rebuild);
}

function addStep(
  rows: Rows,
  folder: FolderApi,
  { step }: SolverSettings,
  rebuild: () => void,
): BladeApi {
  const spec = {
    label: "Time step, s",
    title: `Duration of a step. Longer steps are faster and less accurate. ${RESTARTS}`,
    options: withOwn(STEPS, step),
  };
  return rows.choice(folder, "step", spec, rebuild);
}

/** Adds the value of the scene to the choices, sorted. */
function withOwn(
  choices: readonly { text: string; value: number }[],
  own: number,
  unit = 1,
): { text: string; value: number }[] {
  const isIncluded = own === UNSET || choices.some(({ value }) => value === own);
  const text = String(Number((own * unit).toPrecision(4)));
  const all = isIncluded ? choices : [...choices, { text, value: own }];
  return all.toSorted((a, b) => a.value - b.value);
}
