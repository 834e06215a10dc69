import { CRITERIA, ORDERS, PATHS, RESOLUTIONS, type TearingOptions } from "tatter";
import type { BindingApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { OFF, type Settings } from "./settings.js";

/** How the panel shows the limit of each criterion. */
const LIMIT_CONTROLS = {
  stretch: { field: "tearStretch", label: "tear limit, ×", min: 1.05, max: 3, step: 0.01 },
  tension: { field: "tearTension", label: "tear limit, N", min: 0.1, max: 10, step: 0.1 },
  "separation-tensor": {
    field: "tearStrain",
    label: "tear limit, strain",
    min: 0.02,
    max: 2,
    step: 0.01,
  },
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

/** How a cloth tears that does: only what the present choice makes use of. */
export function addTearing(folder: FolderApi, settings: Settings): BindingApi[] {
  const { criterion } = settings;
  if (criterion === OFF) return [];
  const { field, label, min, max, step } = LIMIT_CONTROLS[criterion];
  const limit = { label, min, max: Math.max(max, settings[field]), step };
  const weakStrength = partControl("weak strength, ×", settings.weakStrength);
  const onePointStrength = partControl("one-point, ×", settings.onePointStrength);
  const most = Math.max(200, settings.maxTearsPerStep);
  const cap = { label: "most tears a step", min: 1, max: most, step: 1 };
  const weave = { label: "follows the weave", min: 0, max: 1, step: 0.05 };
  return [
    folder.addBinding(settings, field, limit),
    folder.addBinding(settings, "order", { label: "goes first", options: listOf(ORDERS) }),
    ...(settings.path === "weak-point"
      ? [
          folder.addBinding(settings, "weakStrength", weakStrength),
          folder.addBinding(settings, "onePointStrength", onePointStrength),
        ]
      : []),
    folder.addBinding(settings, "weave", weave),
    folder.addBinding(settings, "maxTearsPerStep", cap),
    addResolve(folder, settings),
  ];
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
