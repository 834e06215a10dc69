import { IMPLICIT_DEFAULTS, LINEAR_SOLVERS } from "tatter";
import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import type { Rows } from "./rows.js";
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

/** s. */
const STEPS = [30, 60, 120, 240].map((rate) => ({ text: `1/${rate}`, value: 1 / rate }));

const ANEW = "Starts the cloth anew.";

/**
 * Adds what the present solver makes use of.
 *
 * @param changed Called where a running cloth takes the change over.
 * @param anew Called where it needs another cloth.
 */
export function addSolverControls(
  rows: Rows,
  folder: FolderApi,
  settings: SolverSettings,
  { changed, anew }: { changed: () => void; anew: () => void },
): BladeApi[] {
  const own = (): BladeApi[] => {
    switch (settings.solver) {
      case "xpbd":
        return [addSubsteps(rows, folder, changed)];
      case "auto":
        return [addBudget(rows, folder, settings, anew)];
      case "implicit":
        return [addTolerance(rows, folder, settings, anew), addLinear(rows, folder, anew)];
      default:
        return [addStretchLimit(rows, folder, settings, anew)];
    }
  };
  return [...own(), addStep(rows, folder, settings, anew)];
}

function addSubsteps(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const look = {
    label: "substeps",
    scale: { min: 1, max: 60, step: 1 },
    least: 1,
    most: 1000,
    isWhole: true,
    title:
      "How many parts each time step is divided into. More: stiffer and truer cloth, and slower.",
  };
  return rows.number(folder, "substeps", look, changed);
}

function addStretchLimit(
  rows: Rows,
  folder: FolderApi,
  { stretchLimit }: SolverSettings,
  anew: () => void,
): BladeApi {
  const limits = STRETCH_LIMITS.map((value) => ({ text: String(value), value }));
  const look = {
    label: "stretch limit, ×",
    title: `How long an edge may become, as a multiple of its length at rest. Lower: stiffer cloth; off: no limit. ${ANEW}`,
    options: [{ text: "off", value: UNSET }, ...withOwn(limits, stretchLimit)],
  };
  return rows.choice(folder, "stretchLimit", look, anew);
}

function addTolerance(
  rows: Rows,
  folder: FolderApi,
  { tolerance }: SolverSettings,
  anew: () => void,
): BladeApi {
  const look = {
    label: "tolerance",
    title: `How much of all forces may be left over when the equations count as solved. Higher: faster and less exact. ${ANEW}`,
    options: withOwn(TOLERANCES, tolerance),
  };
  return rows.choice(folder, "tolerance", look, anew);
}

function addLinear(rows: Rows, folder: FolderApi, anew: () => void): BladeApi {
  const look = {
    label: "equations",
    title: `How the equations of a substep are solved: directly, or by conjugate gradients, which large cloths need. auto: by the size of the cloth. ${ANEW}`,
    options: LINEAR_SOLVERS.map((value) => ({ text: value, value })),
  };
  return rows.choice(folder, "linear", look, anew);
}

function addBudget(
  rows: Rows,
  folder: FolderApi,
  { budget }: SolverSettings,
  anew: () => void,
): BladeApi {
  const budgets = BUDGETS.map((value) => ({ text: String(value), value: value / 1000 }));
  const look = {
    label: "budget, ms a step",
    title: `How long the computer may take for a time step; auto chooses the truest solver that is quick enough. Higher: truer, and slower. ${ANEW}`,
    options: [{ text: "real time", value: UNSET }, ...withOwn(budgets, budget, 1000)],
  };
  return rows.choice(folder, "budget", look, anew);
}

function addStep(
  rows: Rows,
  folder: FolderApi,
  { step }: SolverSettings,
  anew: () => void,
): BladeApi {
  const look = {
    label: "time step, s",
    title: `How long a whole step of the simulation lasts. Longer: coarser in time and faster; after each step the picture is new and the cloth may tear. ${ANEW}`,
    options: withOwn(STEPS, step),
  };
  return rows.choice(folder, "step", look, anew);
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
