import type { Parameter } from "./material-settings.js";
import type { NumberLook } from "./rows.js";

const STIFFNESS = { min: 10, max: 2_000_000, isLog: true };

/** How the panel shows each figure of a material. */
export const MATERIAL_LABELS: Readonly<Record<Parameter, NumberLook>> = {
  breakingStrain: {
    label: "breaking strain",
    scale: { min: 0.01, max: 5, isLog: true },
    title: "How far it stretches before it tears: 0.3 is by 30 %. Higher: it holds longer.",
  },
  stiffness: {
    label: "stiffness, N/m",
    scale: STIFFNESS,
    title:
      "How hard it is to stretch: the force per width for each part of its length. Higher: it gives way less. Warp and weft go with it.",
  },
  density: {
    label: "density, kg/m²",
    scale: { min: 0.01, max: 2, isLog: true },
    title: "How heavy a square metre of it is. Higher: it falls and swings more heavily.",
  },
  warp: {
    label: "warp (v), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title:
      "How hard it is to stretch along its warp yarns, which run upwards. Off: as the stiffness says.",
  },
  weft: {
    label: "weft (u), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title:
      "How hard it is to stretch along its weft yarns, which run across. Off: as the stiffness says.",
  },
  shear: {
    label: "shear, N/m",
    scale: { min: 1, max: 1_000_000, isLog: true, hasZero: true },
    title:
      "How hard it is to pull askew, across its yarns. Higher: more like paper; lower: more like net.",
  },
  poisson: {
    label: "Poisson ratio",
    scale: { min: 0, max: 0.9, step: 0.01 },
    title:
      "How much it narrows when it is stretched, from 0 to under 1. Higher: it narrows more; rubber has 0.5.",
  },
  bending: {
    label: "bending, µN·m",
    unit: 1e-6,
    scale: { min: 0.1, max: 10_000, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much. Higher: fewer and wider folds.",
  },
  bendStiffness: {
    label: "bend springs, N/m",
    scale: { min: 0.05, max: 500, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much. Higher: fewer and wider folds.",
  },
  damping: {
    label: "damping, N·s/m",
    scale: { min: 0.01, max: 50, isLog: true, hasZero: true },
    title: "How soon stretching comes to rest. Higher: it swings less and moves more stiffly.",
  },
  shearDamping: {
    label: "shear damp., N·s/m",
    scale: { min: 0.001, max: 50, isLog: true, hasZero: true },
    title: "How soon a pull askew comes to rest. Higher: it trembles less on the bias.",
  },
  bendDamping: {
    label: "bend damp., µN·m·s",
    unit: 1e-6,
    scale: { min: 0.01, max: 1000, isLog: true, hasZero: true },
    title: "How soon folding comes to rest. Higher: folds move more slowly.",
  },
  weave: {
    label: "weave",
    scale: { min: 0, max: 1, step: 0.05 },
    title:
      "How closely tears follow the yarns. 0: they go anywhere; higher: closer; 1: nowhere else.",
  },
  weaveAngle: {
    label: "weave angle, °",
    scale: { min: -90, max: 90, step: 1 },
    title: "By how much the yarns are turned in the cloth; 45: the cloth is cut on the bias.",
  },
  yield: {
    label: "yield, strain",
    scale: { min: 0.001, max: 2, isLog: true },
    off: "off",
    title:
      "Stretched beyond this it stays longer. Lower: it stays longer sooner; off: it always springs back.",
  },
  bendYield: {
    label: "bend yield, 1/m",
    scale: { min: 1, max: 1000, isLog: true },
    off: "off",
    title:
      "Folded more sharply than this it keeps the fold. Lower: it creases sooner; off: it always springs back.",
  },
  thickness: {
    label: "thickness, mm",
    unit: 1e-3,
    scale: { min: 0.01, max: 20, isLog: true, hasZero: true },
    title: "How thick it is: half of it keeps the cloth off what it touches. Higher: further off.",
  },
  friction: {
    label: "friction",
    scale: { min: 0, max: 1.5, step: 0.05 },
    title:
      "How rough it is against the things it touches; with their friction it makes the mean. Higher: it clings; 0: it slides.",
  },
};

export const MATERIAL_TITLE =
  "What the cloth is made of. A ready-made material brings all its figures; the cloth goes on with them.";
export const PLASTICITY_TITLE =
  "Who stays longer where the yield is passed: each part by itself (element), or at once all that is stretched around a point (vertex), which jerks.";
