import { CRITERIA, ORDERS, PATHS, RESOLUTIONS } from "tatter";
import type { BindingApi, BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { LIMIT_LABELS } from "./limit-labels.js";
import { listOf, type Rows } from "./rows.js";
import type { Settings } from "./settings.js";
import { AS_MATERIAL, hasOwnLimit, LIMIT_FIELDS, OFF } from "./tearing-settings.js";
import { UNSET } from "./solver-settings.js";

/** What the cloth tears by. */
export function addCriterion(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const look = {
    label: "tears by",
    title:
      "What is measured to see whether it tears: how far edges are stretched, how hard they pull, or the strain around each point (separation-tensor). off: it never tears.",
    options: listOf([OFF, ...CRITERIA]),
  };
  return rows.choice(folder, "criterion", look, changed);
}

/** Where it parts. */
export function addPath(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const look = {
    label: "path",
    title:
      "How a tear runs. plane: straight across the pull, which splits a point in two. slice: along the edges nearest to that. weak-point: through the middle of an edge, and on from where tears end.",
    options: listOf(PATHS),
  };
  return rows.choice(folder, "path", look, changed);
}

/** Whether a limit of its own overrides the strength of the material. */
export function addLimitFrom(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const look = {
    label: "tears at",
    title: "Where the limit comes from. A limit of its own overrides the strength of the material.",
    options: [
      { text: "the material's strength", value: "material" },
      { text: "a limit of its own", value: "own" },
    ],
  };
  return rows.choice(folder, "limitFrom", look, changed);
}

/** How a cloth tears that does: only what the present choice makes use of. */
export function addTearing(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  changed: () => void,
): BladeApi[] {
  const { criterion } = settings;
  if (criterion === OFF) return [];
  return [
    ...(hasOwnLimit(settings)
      ? [rows.number(folder, LIMIT_FIELDS[criterion], LIMIT_LABELS[criterion], changed)]
      : []),
    addOrder(rows, folder, changed),
    ...(settings.path === "weak-point" ? addWeakPoints(rows, folder, changed) : []),
    addWeave(rows, folder, settings, changed),
    ...addDamage(rows, folder, settings, changed),
    addMost(rows, folder, changed),
    addResolve(rows, folder, changed),
  ];
}

function addOrder(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const look = {
    label: "goes first",
    title:
      "Which place tears first where several could: the most strained, those at the ends of tears (seam-first), or one by chance.",
    options: listOf(ORDERS),
  };
  return rows.choice(folder, "order", look, changed);
}

function addWeakPoints(rows: Rows, folder: FolderApi, changed: () => void): BladeApi[] {
  const part = { scale: { min: 0.05, max: 1, step: 0.05 }, least: 0.001, most: 1 };
  const weak = {
    ...part,
    label: "weak strength, ×",
    title:
      "The part of its strength that the cloth has left where a tear ends. Lower: tears run on more readily.",
  };
  const onePoint = {
    ...part,
    label: "one-point, ×",
    title:
      "The part of its strength that the cloth has left where two parts hang together by one point alone. Lower: they part more readily.",
  };
  return [
    rows.number(folder, "weakStrength", weak, changed),
    rows.number(folder, "onePointStrength", onePoint, changed),
  ];
}

/** How closely tears follow the yarns. */
function addWeave(
  rows: Rows,
  folder: FolderApi,
  { tearWeave: own }: Settings,
  changed: () => void,
): BladeApi {
  const values = [...new Set([0, 0.25, 0.5, 0.75, 1, ...(own === AS_MATERIAL ? [] : [own])])];
  const look = {
    label: "follows the weave",
    title: "How closely tears follow the yarns: 0 not at all, 1 nowhere else.",
    options: [
      { text: "as the material", value: AS_MATERIAL },
      ...listOf(values.toSorted((a, b) => a - b)),
    ],
  };
  return rows.choice(folder, "tearWeave", look, changed);
}

/** How uneven the strength of a cloth is, where it tears. The cloth is made anew. */
export function addUnevenness(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  anew: () => void,
): BladeApi[] {
  if (settings.criterion === OFF) return [];
  const values = [...new Set([0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, settings.strengthVariation])];
  const look = {
    label: "strengthVariation",
    title:
      "How much weaker than the rest the weakest places are, by chance. Higher: more ragged tears. Starts the cloth anew.",
    options: listOf(values.toSorted((a, b) => a - b)),
  };
  return [rows.choice(folder, "strengthVariation", look, anew)];
}

/** How much a tear weakens the cloth around it, and how far. */
function addDamage(
  rows: Rows,
  folder: FolderApi,
  { damageRadius: own }: Settings,
  changed: () => void,
): BladeApi[] {
  const radii = [...new Set([0.01, 0.02, 0.05, 0.1, 0.2, ...(own === UNSET ? [] : [own])])];
  const damage = {
    label: "damage, × strength",
    scale: { min: 0, max: 0.9, step: 0.05 },
    least: 0,
    most: 0.99,
    title:
      "The part of its strength that the cloth loses where it tears, and less further away. Higher: tears run on more readily.",
  };
  const radius = {
    label: "damage radius, m",
    title: "How far from a tear the cloth is weakened by it. Has no effect while the damage is 0.",
    options: [{ text: "two edges", value: UNSET }, ...listOf(radii.toSorted((a, b) => a - b))],
  };
  return [
    rows.number(folder, "damage", damage, changed),
    rows.choice(folder, "damageRadius", radius, changed),
  ];
}

function addMost(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const look = {
    label: "most tears a step",
    scale: { min: 1, max: 200, step: 1 },
    least: 1,
    isWhole: true,
    title: "How many tears there may be in one time step. Fewer: rips run more slowly.",
  };
  return rows.number(folder, "maxTearsPerStep", look, changed);
}

/** When it tears. */
function addResolve(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const look = {
    label: "resolve",
    title:
      "When the cloth may tear. step: after each time step. substep: many times more often, so that rips run faster. " +
      "exact: at the very moment at which the limit is reached, one tear after the other; this takes longest.",
    options: listOf(RESOLUTIONS),
  };
  return rows.choice(folder, "resolve", look, changed);
}
