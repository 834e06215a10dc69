import { CRITERIA, ORDERS, PATHS, RESOLUTIONS, type TearingOptions } from "tatter";
import type { BindingApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import type { Settings } from "./settings.js";
import { AS_MATERIAL, hasOwnLimit, LIMIT_FIELDS, OFF } from "./tearing-settings.js";
import { UNSET } from "./solver-settings.js";

/** How the panel shows the limit of each criterion. */
const LIMIT_CONTROLS = {
  stretch: { label: "tear limit, ×", min: 1.01, max: 3, step: 0.01 },
  tension: { label: "tear limit, N", min: 0.1, max: 10, step: 0.1 },
  "separation-tensor": { label: "tear limit, strain", min: 0.01, max: 2, step: 0.01 },
} as const satisfies Record<TearingOptions["criterion"], object>;

/** What the cloth tears by. */
export function addCriterion(folder: FolderApi, settings: Settings): BindingApi {
  const options = listOf([OFF, ...CRITERIA]);
  return folder.addBinding(settings, "criterion", { label: "tears by", options });
}

/** Where it parts. */
export function addPath(folder: FolderApi, settings: Settings): BindingApi {
  return folder.addBinding(settings, "path", { options: listOf(PATHS) });
}

/** Whether a limit of its own overrides the strength of the material. */
export function addLimitFrom(folder: FolderApi, settings: Settings): BindingApi {
  const control = folder.addBinding(settings, "limitFrom", {
    label: "tears at",
    options: [
      { text: "the material's strength", value: "material" },
      { text: "a limit of its own", value: "own" },
    ],
  });
  control.element.title = "A limit of its own overrides the strength of the material.";
  return control;
}

/** How a cloth tears that does: only what the present choice makes use of. */
export function addTearing(folder: FolderApi, settings: Settings): BindingApi[] {
  const { criterion } = settings;
  if (criterion === OFF) return [];
  const weakStrength = partControl("weak strength, ×", settings.weakStrength);
  const onePointStrength = partControl("one-point, ×", settings.onePointStrength);
  const most = Math.max(200, settings.maxTearsPerStep);
  const cap = { label: "most tears a step", min: 1, max: most, step: 1 };
  return [
    ...(hasOwnLimit(settings) ? [addLimit(folder, settings, criterion)] : []),
    folder.addBinding(settings, "order", { label: "goes first", options: listOf(ORDERS) }),
    ...(settings.path === "weak-point"
      ? [
          folder.addBinding(settings, "weakStrength", weakStrength),
          folder.addBinding(settings, "onePointStrength", onePointStrength),
        ]
      : []),
    addWeave(folder, settings),
    ...addDamage(folder, settings),
    folder.addBinding(settings, "maxTearsPerStep", cap),
    addResolve(folder, settings),
  ];
}

function addLimit(
  folder: FolderApi,
  settings: Settings,
  criterion: TearingOptions["criterion"],
): BindingApi {
  const field = LIMIT_FIELDS[criterion];
  const { label, min, max, step } = LIMIT_CONTROLS[criterion];
  const own = settings[field];
  const range = { min: Math.min(min, own), max: Math.max(max, own) };
  return folder.addBinding(settings, field, { label, ...range, step });
}

/** How closely tears follow the yarns. */
function addWeave(folder: FolderApi, settings: Settings): BindingApi {
  const own = settings.tearWeave;
  const values = [...new Set([0, 0.25, 0.5, 0.75, 1, ...(own === AS_MATERIAL ? [] : [own])])];
  return folder.addBinding(settings, "tearWeave", {
    label: "follows the weave",
    options: [
      { text: "as the material", value: AS_MATERIAL },
      ...values.toSorted((a, b) => a - b).map((value) => ({ text: String(value), value })),
    ],
  });
}

/** How uneven the strength of a cloth is. The cloth is made anew. */
export function addUnevenness(folder: FolderApi, settings: Settings): BindingApi {
  const values = [...new Set([0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, settings.unevenness])];
  const control = folder.addBinding(settings, "unevenness", {
    options: values.toSorted((a, b) => a - b).map((value) => ({ text: String(value), value })),
  });
  control.element.title =
    "How much weaker than the rest the weakest places are, by chance. The cloth starts anew.";
  return control;
}

/** How much a tear weakens the cloth around it, and how far. */
function addDamage(folder: FolderApi, settings: Settings): BindingApi[] {
  const own = settings.damageRadius;
  const radii = [...new Set([0.01, 0.02, 0.05, 0.1, 0.2, ...(own === UNSET ? [] : [own])])];
  const damage = folder.addBinding(settings, "damage", {
    label: "damage",
    min: 0,
    max: 0.9,
    step: 0.05,
  });
  damage.element.title =
    "The part of its strength that the cloth loses where it tears, and less further away.";
  const radius = folder.addBinding(settings, "damageRadius", {
    label: "damage radius, m",
    options: [
      { text: "two edges", value: UNSET },
      ...radii.toSorted((a, b) => a - b).map((value) => ({ text: String(value), value })),
    ],
  });
  return [damage, radius];
}

/** When it tears. */
function addResolve(folder: FolderApi, settings: Settings): BindingApi {
  const control = folder.addBinding(settings, "resolve", { options: listOf(RESOLUTIONS) });
  control.element.title =
    "When the cloth may tear. step: 60 times a second. substep: many times more often, so that rips run faster. " +
    "exact: at the very moment at which the limit is reached, one tear after the other; this takes longest.";
  return control;
}

/** A part of the whole; the scene's own may be smaller than usual. */
function partControl(
  label: string,
  own: number,
): { label: string } & Record<"min" | "max" | "step", number> {
  return { label, min: Math.min(0.05, own), max: 1, step: 0.05 };
}

function listOf<T extends string>(values: readonly T[]): { text: T; value: T }[] {
  return values.map((value) => ({ text: value, value }));
}
