import type { BindingApi } from "@tweakpane/core";
import type { BindingParams, FolderApi } from "tweakpane";
import type { Parameter, Settings } from "./settings.js";
import { UNSET } from "./solver-settings.js";

/** How the panel shows a parameter: a list where the power of ten matters, a slider elsewhere. */
interface Control {
  label: string;
  choices?: readonly number[];
  /** What one unit of the label is in SI units; default 1. */
  unit?: number;
  /** Name of the choice `UNSET`. */
  unset?: string;
  slider?: { min: number; max: number; step: number };
}

const STIFFNESSES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

const CONTROLS: Readonly<Record<Parameter, Control>> = {
  density: { label: "density, kg/m²", slider: { min: 0.05, max: 0.6, step: 0.01 } },
  stiffness: { label: "stiffness, N/m", choices: STIFFNESSES },
  warp: { label: "warp (v), N/m", choices: STIFFNESSES, unset: "as stiffness" },
  weft: { label: "weft (u), N/m", choices: STIFFNESSES, unset: "as stiffness" },
  shear: { label: "shear, N/m", choices: [0, 10, 20, 50, 100, 200, 500, 1000, 2000] },
  poisson: { label: "Poisson ratio", slider: { min: 0, max: 0.5, step: 0.01 } },
  bending: {
    label: "bending, µN·m",
    choices: [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    unit: 1e-6,
  },
  bendStiffness: { label: "bend springs, N/m", slider: { min: 0, max: 50, step: 0.5 } },
  damping: { label: "damping, N·s/m", slider: { min: 0, max: 5, step: 0.1 } },
};

/** Adds a parameter of the material to a folder. A list or a slider always has room for the value of the scene. */
export function addMaterialControl(
  folder: FolderApi,
  settings: Settings,
  parameter: Parameter,
): BindingApi {
  const { label, choices, unit = 1, unset, slider } = CONTROLS[parameter];
  const own = settings[parameter];
  const params: BindingParams = { label };
  if (slider) Object.assign(params, slider, { max: Math.max(slider.max, own) });
  else params.options = listOf(choices!, own, unit, unset);
  return folder.addBinding(settings, parameter, params);
}

function listOf(
  choices: readonly number[],
  own: number,
  unit: number,
  unset: string | undefined,
): { text: string; value: number }[] {
  const isUnset = unset !== undefined && own === UNSET;
  const values = choices.map((choice) => choice * unit);
  const near = values.findIndex((value) => Math.abs(value - own) <= 1e-9 * own);
  if (near !== -1) values[near] = own; // not a rounding apart from it
  else if (!isUnset) values.push(own);
  const list = values
    .toSorted((a, b) => a - b)
    .map((value) => ({ text: String(Number((value / unit).toPrecision(4))), value }));
  return unset === undefined ? list : [{ text: unset, value: UNSET }, ...list];
}
