import { IMPLICIT_DEFAULTS, LINEAR_SOLVERS } from "tatter";
import type { BindingApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { LOOSEST, UNSET, type SolverSettings } from "./solver-settings.js";

const STRETCH_LIMITS = [1.02, 1.05, 1.1, 1.2, 1.5];
/** Residuals at which Newton's method may stop. */
const TOLERANCES = [
  { text: "exact: 0.00005", value: 0.000_05 },
  { text: "normal: 0.0005", value: IMPLICIT_DEFAULTS.tolerance },
  { text: `fast: ${LOOSEST}`, value: LOOSEST },
];
/** ms. */
const BUDGETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The controls of a solver, apart by what they can change. */
interface SolverControls {
  /** What a running cloth takes over. */
  live: BindingApi[];
  /** What needs another cloth. */
  anew: BindingApi[];
}

/** Adds what the present solver makes use of. */
export function addSolverControls(folder: FolderApi, settings: SolverSettings): SolverControls {
  switch (settings.solver) {
    case "xpbd":
      return { live: [addSubsteps(folder, settings)], anew: [] };
    case "auto":
      return { live: [], anew: [addBudget(folder, settings)] };
    case "implicit":
      return { live: [], anew: [addTolerance(folder, settings), addLinear(folder, settings)] };
    default:
      return { live: [], anew: [addStretchLimit(folder, settings)] };
  }
}

function addSubsteps(folder: FolderApi, settings: SolverSettings): BindingApi {
  const max = Math.max(60, settings.substeps);
  return folder.addBinding(settings, "substeps", { min: 1, max, step: 1 });
}

function addStretchLimit(folder: FolderApi, settings: SolverSettings): BindingApi {
  return folder.addBinding(settings, "stretchLimit", {
    label: "stretch limit, ×",
    options: [
      { text: "off", value: UNSET },
      ...withOwn(
        STRETCH_LIMITS.map((value) => ({ text: String(value), value })),
        settings.stretchLimit,
      ),
    ],
  });
}

function addTolerance(folder: FolderApi, settings: SolverSettings): BindingApi {
  const options = withOwn(TOLERANCES, settings.tolerance);
  return folder.addBinding(settings, "tolerance", { label: "tolerance", options });
}

function addLinear(folder: FolderApi, settings: SolverSettings): BindingApi {
  const options = LINEAR_SOLVERS.map((value) => ({ text: value, value }));
  return folder.addBinding(settings, "linear", { label: "equations", options });
}

function addBudget(folder: FolderApi, settings: SolverSettings): BindingApi {
  const budgets = BUDGETS.map((value) => ({ text: String(value), value: value / 1000 }));
  return folder.addBinding(settings, "budget", {
    label: "budget, ms a step",
    options: [{ text: "real time", value: UNSET }, ...withOwn(budgets, settings.budget, 1000)],
  });
}

/** A list always has room for the value of the scene. */
function withOwn(
  choices: readonly { text: string; value: number }[],
  own: number,
  unit = 1,
): { text: string; value: number }[] {
  const isThere = own === UNSET || choices.some(({ value }) => value === own);
  const text = String(Number((own * unit).toPrecision(4)));
  const all = isThere ? choices : [...choices, { text, value: own }];
  return all.toSorted((a, b) => a.value - b.value);
}
