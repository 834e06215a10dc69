import { CRITERIA, ORDERS, PATHS, RESOLUTIONS, STARTS } from "tatter";
import type { BindingApi, BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { LIMIT_LABELS } from "./limit-labels.js";
import { listOf, type Rows } from "./rows.js";
import type { Settings } from "./settings.js";
import { AS_MATERIAL, hasOwnLimit, LIMIT_FIELDS, OFF } from "./tearing-settings.js";
import { UNSET } from "./solver-settings.js";

/** Adds the menu of criteria. */
export function addCriterion(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const spec = {
    label: "Criterion",
    title:
      "What decides where the cloth tears: stretch of edges, tension of edges, or strain at vertices (separation-tensor).",
    options: listOf([OFF, ...CRITERIA]),
  };
  return rows.choice(folder, "criterion", spec, changed);
}

/** Adds the menu of tear paths. */
export function addPath(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const spec = {
    label: "Tear path",
    title:
      "plane: perpendicular to the load, splits a vertex. slice: along the nearest edges. weak-point: through edge centers, from the ends of tears.",
    options: listOf(PATHS),
  };
  return rows.choice(folder, "path", spec, changed);
}

/** Adds the menu for the source of the tear threshold: the material or an own value. */
export function addLimitFrom(rows: Rows, folder: FolderApi, changed: () => void): BindingApi {
  const spec = {
    label: "Threshold from",
    title:
      "Source of the tear threshold. A custom value overrides the breaking strain of the material.",
    options: [
      { text: "material", value: "material" },
      { text: "custom value", value: "own" },
    ],
  };
  return rows.choice(folder, "limitFrom", spec, changed);
}

/** Adds the controls that apply to the current criterion and path. */
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
    ...addStarts(rows, folder, changed),
    addOrder(rows, folder, changed),
    ...(settings.path === "weak-point" ? addWeakPoints(rows, folder, changed) : []),
    addWeave(rows, folder, settings, changed),
    ...addDamage(rows, folder, settings, changed),
    addMaxTears(rows, folder, changed),
    addResolve(rows, folder, changed),
  ];
}

function addStarts(rows: Rows, folder: FolderApi, changed: () => void): BladeApi[] {
  const starts = {
    label: "New tears",
    title:
      "single: one at a time, while no other tear can continue. any: wherever it is over the limit.",
    options: listOf(STARTS),
  };
  const zone = {
    label: "Clamp zone, edges",
    title:
      "Around pinned and grabbed particles the cloth is three times as strong up to here. 0: off.",
    options: listOf([0, 1, 2, 3, 4]),
  };
  return [
    rows.choice(folder, "starts", starts, changed),
    rows.choice(folder, "heldZone", zone, changed),
  ];
}

function addOrder(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const spec = {
    label: "Tear priority",
    title:
      "What tears first: the most loaded vertex, the ends of tears (seam-first), or a random one.",
    options: listOf(ORDERS),
  };
  return rows.choice(folder, "order", spec, changed);
}

function addWeakPoints(rows: Rows, folder: FolderApi, changed: () => void): BladeApi[] {
  const factor = { scale: { min: 0.05, max: 1, step: 0.05 }, min: 0.001, max: 1 };
  const weak = {
    ...factor,
    label: "Weak strength, ×",
    title: "Strength factor where a tear ends. Lower values make tears continue more easily.",
  };
  const onePoint = {
    ...factor,
    label: "One-point, ×",
    title: "Strength factor where two parts are connected by a single vertex.",
  };
  return [
    rows.number(folder, "weakStrength", weak, changed),
    rows.number(folder, "onePointStrength", onePoint, changed),
  ];
}

/** Adds the control for how closely tears follow the yarns. */
function addWeave(
  rows: Rows,
  folder: FolderApi,
  { tearWeave: own }: Settings,
  changed: () => void,
): BladeApi {
  const values = [...new Set([0, 0.25, 0.5, 0.75, 1, ...(own === AS_MATERIAL ? [] : [own])])];
  const spec = {
    label: "Follow weave",
    title: "How closely tears follow the yarns. 0: not at all, 1: only along yarns.",
    options: [
      { text: "as material", value: AS_MATERIAL },
      ...listOf(values.toSorted((a, b) => a - b)),
    ],
  };
  return rows.choice(folder, "tearWeave", spec, changed);
}

/** Adds the control for random variation of the strength. A change rebuilds the cloth. */
export function addStrengthVariation(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  rebuild: () => void,
): BladeApi[] {
  if (settings.criterion === OFF) return [];
  const values = [...new Set([0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, settings.strengthVariation])];
  const spec = {
    label: "Strength variation",
    title:
      "Random variation of the strength. Higher values make tears more ragged. Restarts the simulation.",
    options: listOf(values.toSorted((a, b) => a - b)),
  };
  return [rows.choice(folder, "strengthVariation", spec, rebuild)];
}

/** Adds the controls for the damage around a tear. */
function addDamage(
  rows: Rows,
  folder: FolderApi,
  { damageRadius: own }: Settings,
  changed: () => void,
): BladeApi[] {
  const radii = [...new Set([0.01, 0.02, 0.05, 0.1, 0.2, ...(own === UNSET ? [] : [own])])];
  const damage = {
    label: "Damage, × strength",
    scale: { min: 0, max: 0.9, step: 0.05 },
    min: 0,
    max: 0.99,
    title:
      "Fraction of its strength that the cloth loses at a tear. It decreases with the distance.",
  };
  const radius = {
    label: "Damage radius, m",
    title: "Radius of the damage around a tear. It has no effect while the damage is 0.",
    options: [{ text: "two edges", value: UNSET }, ...listOf(radii.toSorted((a, b) => a - b))],
  };
  return [
    rows.number(folder, "damage", damage, changed),
    rows.choice(folder, "damageRadius", radius, changed),
  ];
}

function addMaxTears(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const spec = {
    label: "Max tears per step",
    scale: { min: 1, max: 200, step: 1 },
    min: 1,
    isWhole: true,
    title: "Maximum number of tears in one time step. Fewer tears make rips slower.",
  };
  return rows.number(folder, "maxTearsPerStep", spec, changed);
}

/** Adds the menu for when the cloth tears. */
function addResolve(rows: Rows, folder: FolderApi, changed: () => void): BladeApi {
  const spec = {
    label: "Resolve",
    title:
      "When the cloth tears: after each step, after each substep, or at the exact time, which is slowest.",
    options: listOf(RESOLUTIONS),
  };
  return rows.choice(folder, "resolve", spec, changed);
}
