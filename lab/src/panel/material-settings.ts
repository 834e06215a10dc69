import {
  changedMaterial,
  MATERIALS,
  resolveMaterial,
  type ClothMaterial,
  type MaterialName,
  type Model,
} from "tatter";
import type { SceneInput } from "tatter/scene";
import { tidy } from "../controls/scale.js";

export const PRESETS = Object.keys(MATERIALS) as MaterialName[];

/** What the panel shows of the material, in SI units. */
interface Figures {
  density: number;
  stiffness: number;
  /** Null: as stiff as `stiffness` says. */
  warp: number | null;
  /** Null: as stiff as `stiffness` says. */
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

export type Parameter = keyof Figures;

export interface MaterialSettings extends Figures {
  model: Model;
  preset: MaterialName;
  /** Who yields: each element by itself, or all that is stretched at a vertex. */
  plasticity: NonNullable<ClothMaterial["plasticity"]>;
}

/** As a scene says it. */
export type SceneMaterial = NonNullable<SceneInput["cloths"][number]["material"]>;

/** What a newcomer sees first. */
export const FIRST_PARAMETERS = ["breakingStrain", "stiffness"] as const satisfies Parameter[];

/** What else each model makes use of, in the order of the panel. */
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

/** What the panel shows for the material of a cloth in a scene. */
export function materialSettingsOf(
  { preset = "cotton", ...own }: SceneMaterial,
  model: Model,
): MaterialSettings {
  return { model, preset, ...figuresOf(changedMaterial(MATERIALS[preset], own)) };
}

/** A material was chosen by its name: all its figures, whatever was there before. */
export function takePreset(settings: MaterialSettings, preset: MaterialName): void {
  Object.assign(settings, { preset, ...figuresOf(MATERIALS[preset]) });
}

/** One figure was chosen. Warp and weft keep their ratio to the stiffness: who makes a weave stiffer means both of them. */
export function takeFigure(
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

/** Whether any figure that the panel shows differs from the preset. */
export function isChanged(settings: MaterialSettings): boolean {
  const usual = figuresOf(MATERIALS[settings.preset]);
  const shown = [...FIRST_PARAMETERS, ...MORE_PARAMETERS[settings.model]];
  if (settings.plasticity !== usual.plasticity) return true;
  return shown.some((name) => settings[name] !== usual[name]);
}

/** The whole material that the panel says. */
export function materialOf(settings: MaterialSettings): ClothMaterial {
  return { ...MATERIALS[settings.preset], ...changesOf(settings) };
}

/** The same as a scene says it. */
export function sceneMaterialOf(settings: MaterialSettings): SceneMaterial {
  return saidInScene(settings.preset, changesOf(settings));
}

/** Figures as a scene says them: what it does not say of a yarn is what the preset says, and not the stiffness. */
export function saidInScene(preset: MaterialName, figures: Partial<ClothMaterial>): SceneMaterial {
  const usual: ClothMaterial = MATERIALS[preset];
  const said: SceneMaterial = { preset, ...figures };
  for (const yarn of ["warp", "weft"] as const) {
    if (usual[yarn] !== undefined) said[yarn] ??= figures.stiffness;
  }
  return said;
}

/** The same in few words: only what differs from the preset. */
export function briefMaterialOf(settings: MaterialSettings): SceneMaterial {
  const { preset, stiffness } = settings;
  const usual: ClothMaterial = MATERIALS[preset];
  const isStiffer = !isNearly(stiffness, usual.stiffness);
  const brief: Record<string, unknown> = isStiffer ? { stiffness: tidy(stiffness, 12) } : {};
  const implied = figuresOf(changedMaterial(usual, brief)); // yarns go with the stiffness
  for (const name of Object.keys(implied) as (keyof typeof implied)[]) {
    const isYarn = name === "warp" || name === "weft";
    const value = settings[name] ?? (isYarn && implied[name] !== null ? stiffness : null);
    if (isNearly(value, implied[name])) continue;
    brief[name] = typeof value === "number" ? tidy(value, 12) : value;
  }
  return { preset, ...brief };
}

/** Without the last bits, which arithmetic leaves. */
function isNearly(a: number | string | null, b: number | string | null): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function changesOf(settings: MaterialSettings): Partial<ClothMaterial> {
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(figuresOf(MATERIALS[settings.preset])) as Parameter[]) {
    changes[name] = settings[name];
  }
  for (const name of ["warp", "weft"] as const) changes[name] = settings[name] ?? undefined;
  return changes;
}

function figuresOf(material: ClothMaterial): Figures & Pick<MaterialSettings, "plasticity"> {
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
