import type { Parameter } from "./material-settings.js";
import type { NumberSpec } from "./rows.js";

const STIFFNESS = { min: 10, max: 2_000_000, isLog: true };

/** Label, range and tooltip of each material parameter. */
export const MATERIAL_LABELS: Readonly<Record<Parameter, NumberSpec>> = {
  breakingStrain: {
    label: "Breaking strain",
    scale: { min: 0.01, max: 5, isLog: true },
    title: "Strain at which the cloth tears. 0.3 is 30 %.",
  },
  stiffness: {
    label: "Stiffness, N/m",
    scale: STIFFNESS,
    title: "Tensile stiffness: force per width and strain. Warp and weft scale with it.",
  },
  density: {
    label: "Density, kg/m²",
    scale: { min: 0.01, max: 2, isLog: true },
    title: "Mass per area of the cloth.",
  },
  warp: {
    label: "Warp (v), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title: "Tensile stiffness along the warp yarns (vertical). Off: equal to the stiffness.",
  },
  weft: {
    label: "Weft (u), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title: "Tensile stiffness along the weft yarns (horizontal). Off: equal to the stiffness.",
  },
  shear: {
    label: "Shear, N/m",
    scale: { min: 1, max: 1_000_000, isLog: true, hasZero: true },
    title: "Shear stiffness. Paper is high, net is low.",
  },
  poisson: {
    label: "Poisson ratio",
    scale: { min: 0, max: 0.9, step: 0.01 },
    title: "Lateral contraction under tension, from 0 to below 1. Rubber has 0.5.",
  },
  bending: {
    label: "Bending, µN·m",
    unit: 1e-6,
    scale: { min: 0.1, max: 10_000, isLog: true, hasZero: true },
    title: "Bending stiffness. Higher values make fewer and wider folds.",
  },
  bendStiffness: {
    label: "Bend springs, N/m",
    scale: { min: 0.05, max: 20_000, isLog: true, hasZero: true },
    title: "Bending stiffness. Higher values make fewer and wider folds.",
  },
  damping: {
    label: "Damping, N·s/m",
    scale: { min: 0.01, max: 100, isLog: true, hasZero: true },
    title: "Damping of stretching. Higher values make oscillations decay faster.",
  },
  shearDamping: {
    label: "Shear damp., N·s/m",
    scale: { min: 0.001, max: 50, isLog: true, hasZero: true },
    title: "Damping of shear. Higher values reduce jitter on the bias.",
  },
  bendDamping: {
    label: "Bend damp., µN·m·s",
    unit: 1e-6,
    scale: { min: 0.01, max: 1000, isLog: true, hasZero: true },
    title: "Damping of bending. Higher values make folds move more slowly.",
  },
  weave: {
    label: "Weave",
    scale: { min: 0, max: 1, step: 0.05 },
    title: "How closely tears follow the yarns. 0: not at all, 1: only along yarns.",
  },
  weaveAngle: {
    label: "Weave angle, °",
    scale: { min: -90, max: 90, step: 1 },
    title: "Rotation of the yarns in the cloth. 45° is cut on the bias.",
  },
  yield: {
    label: "Yield strain",
    scale: { min: 0.001, max: 2, isLog: true },
    off: "off",
    title: "Strain beyond which the cloth stays longer. Off: it always springs back.",
  },
  bendYield: {
    label: "Bend yield, 1/m",
    scale: { min: 1, max: 1000, isLog: true },
    off: "off",
    title: "Curvature beyond which a fold stays. Off: it always springs back.",
  },
  thickness: {
    label: "Thickness, mm",
    unit: 1e-3,
    scale: { min: 0.01, max: 20, isLog: true, hasZero: true },
    title: "Thickness of the cloth. Half of it is the contact distance.",
  },
  friction: {
    label: "Friction",
    scale: { min: 0, max: 1.5, step: 0.05 },
    title: "Friction against objects. The mean with the object friction is used.",
  },
};

export const MATERIAL_TITLE =
  "Preset of all material parameters. The running cloth takes them over.";
export const PLASTICITY_TITLE =
  "What yields beyond the yield strain: each element, or everything at a vertex at once, which is less smooth.";
