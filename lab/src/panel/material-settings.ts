import {
  changedMaterial,
  MATERIALS,
  resolveMaterial,
  type ClothMaterial,
  type MaterialName,
  type Model,
} from "tatter";
import type { SceneInput } from "tatter/scene";
import { roundDigits } from "../controls/scale.js";

export const PRESETS = Object.keys(MATERIALS) as MaterialName[];

/** Material parameters of the panel, in SI units. */
interface MaterialValues {
  density: number;
  stiffness: number;
  /** Null: equal to `stiffness`. */
  warp: number | null;
  /** Null: equal to `stiffness`. */
  weft: number | null;
  shear: number;
  poisson: number;
  bending: number;
  bendStiffness: number;
  damping: number;
  shearDamping: number;
  bendDamping: number;
  thickness: number;
  breakingStrain: number;
  weave: number;
  weaveAngle: number;
  /** Null: it always springs back. */
  yield: number | null;
  /** Null: it always springs back. */
  bendYield: number | null;
  friction: number;
}

export type Parameter = keyof MaterialValues;

export interface MaterialSettings extends MaterialValues {
  model: Model;
  preset: MaterialName;
  /** What yields: each element on its own, or everything that is stretched at a vertex. */
  plasticity: NonNullable<ClothMaterial["plasticity"]>;
}

/** Material in the scene format. */
export type SceneMaterial = NonNullable<SceneInput["cloths"][number]["material"]>;

/** Parameters that are always shown. */
export const FIRST_PARAMETERS = ["breakingStrain", "stiffness"] as const satisfies Parameter[];

/** Further parameters of each model, in the order of the panel. */
export const MORE_PARAMETERS: Readonly<Record<Model, readonly Parameter[]>> = {
  springs: moreOf("bendStiffness"),
  angles: moreOf("shear", "bending"),
  "baraff-witkin": moreOf("shear", "bending"),
  membrane: moreOf("shear", "poisson", "bending"),
};

function moreOf(...own: Parameter[]): Parameter[] {
  const bendDamping: Parameter[] = own.includes("bending") ? ["bendDamping"] : [];
  const dampings: Parameter[] = ["damping", "shearDamping", ...bendDamping];
  const last = ["weave", "weaveAngle", "yield", "bendYield", "thickness", "friction"] as const;
  return ["density", "warp", "weft", ...own, ...dampings, ...last];
}

/** Returns the panel settings for the material of a scene. */
export function materialSettingsOf(
  { preset = "cotton", ...own }: SceneMaterial,
  model: Model,
): MaterialSettings {
  return { model, preset, ...valuesOf(changedMaterial(MATERIALS[preset], own)) };
}

/** Sets all parameters to those of a preset. */
export function applyPreset(settings: MaterialSettings, preset: MaterialName): void {
  Object.assign(settings, { preset, ...valuesOf(MATERIALS[preset]) });
}

/** Sets one parameter. Warp and weft keep their ratio to the stiffness. */
export function setParameter(
  settings: MaterialSettings,
  name: Parameter,
  value: number | null,
): void {
  if (name === "stiffness") {
    for (const yarn of ["warp", "weft"] as const) {
      const before = settings[yarn];
      if (before !== null) settings[yarn] = before * (value! / settings.stiffness);
    }
  }
  settings[name] = value as number;
}

/** True if any parameter in the panel differs from the preset. */
export function isChanged(settings: MaterialSettings): boolean {
  const usual = valuesOf(MATERIALS[settings.preset]);
  const shown = [...FIRST_PARAMETERS, ...MORE_PARAMETERS[settings.model]];
  if (settings.plasticity !== usual.plasticity) return true;
  return shown.some((name) => settings[name] !== usual[name]);
}

/** Returns the complete material of the panel. */
export function materialOf(settings: MaterialSettings): ClothMaterial {
  return { ...MATERIALS[settings.preset], ...changesOf(settings) };
}

/** Returns the material of the panel in the scene format. */
export function sceneMaterialOf(settings: MaterialSettings): SceneMaterial {
  return toSceneMaterial(settings.preset, changesOf(settings));
}

/**
 * Converts a material to the scene format. If the preset sets warp or weft and the material does not, they are set to
 * the stiffness, because otherwise the value of the preset would apply.
 */
export function toSceneMaterial(
  preset: MaterialName,
  values: Partial<ClothMaterial>,
): SceneMaterial {
  const usual: ClothMaterial = MATERIALS[preset];
  const result: SceneMaterial = { preset, ...values };
  for (const yarn of ["warp", "weft"] as const) {
    if (usual[yarn] !== undefined) result[yarn] ??= values.stiffness;
  }
  return result;
}

/** Returns the material in the scene format, with only the values that differ from the preset. */
export function briefMaterialOf(settings: MaterialSettings): SceneMaterial {
  const { preset, stiffness } = settings;
  const usual: ClothMaterial = MATERIALS[preset];
  const isStiffer = !isNearly(stiffness, usual.stiffness);
  const brief: Record<string, unknown> = isStiffer ? { stiffness: roundDigits(stiffness, 12) } : {};
  const implied = valuesOf(changedMaterial(usual, brief)); // warp and weft scale with the stiffness
  for (const name of Object.keys(implied) as (keyof typeof implied)[]) {
    const isYarn = name === "warp" || name === "weft";
    const value = settings[name] ?? (isYarn && implied[name] !== null ? stiffness : null);
    if (isNearly(value, implied[name])) continue;
    brief[name] = typeof value === "number" ? roundDigits(value, 12) : value;
  }
  return { preset, ...brief };
}

/** Compares numbers up to rounding errors. */
function isNearly(a: number | string | null, b: number | string | null): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function changesOf(settings: MaterialSettings): Partial<ClothMaterial> {
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(valuesOf(MATERIALS[settings.preset])) as Parameter[]) {
    changes[name] = settings[name];
  }
  for (const name of ["warp", "weft"] as const) changes[name] = settings[name] ?? undefined;
  return changes;
}

function valuesOf(material: ClothMaterial): MaterialValues & Pick<MaterialSettings, "plasticity"> {
  const resolved = resolveMaterial(material);
  return {
    density: resolved.density,
    stiffness: resolved.stiffness,
    warp: material.warp ?? null,
    weft: material.weft ?? null,
    shear: resolved.shear,
    poisson: resolved.poisson,
    bending: resolved.bending,
    bendStiffness: resolved.bendStiffness,
    damping: resolved.damping,
    shearDamping: resolved.shearDamping,
    bendDamping: resolved.bendDamping,
    thickness: resolved.thickness,
    breakingStrain: resolved.breakingStrain,
    weave: resolved.weave,
    weaveAngle: resolved.weaveAngle,
    yield: material.yield ?? null,
    bendYield: material.bendYield ?? null,
    friction: resolved.friction,
    plasticity: resolved.plasticity,
  };
}
