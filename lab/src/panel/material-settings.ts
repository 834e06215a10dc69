import { MATERIALS, resolveMaterial, type Material, type MaterialName, type Model } from "tatter";
import type { SceneInput } from "tatter/scene";

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
  strength: number;
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
  /** What the scene says of its material that the panel has no control for. */
  otherFigures: Partial<Material>;
}

/** What a newcomer sees first. */
export const FIRST_PARAMETERS = ["strength", "stiffness"] as const satisfies Parameter[];

/** What else each model makes use of, in the order of the panel. */
export const MORE_PARAMETERS: Readonly<Record<Model, readonly Parameter[]>> = {
  springs: moreOf("bendStiffness"),
  angles: moreOf("shear", "bending"),
  "baraff-witkin": moreOf("shear", "bending"),
  membrane: moreOf("shear", "poisson", "bending"),
};

function moreOf(...own: Parameter[]): Parameter[] {
  const last = ["damping", "weave", "weaveAngle", "yield", "bendYield", "friction"] as const;
  return ["density", "warp", "weft", ...own, ...last];
}

/** What the panel shows for the material of a cloth in a scene. */
export function materialSettingsOf(
  { preset = "cotton", ...own }: NonNullable<SceneInput["cloths"][number]["material"]>,
  model: Model,
): MaterialSettings {
  const figures = figuresOf({ ...MATERIALS[preset], ...own });
  const others = Object.entries(own).filter(([field]) => !(field in figures));
  return { model, preset, ...figures, otherFigures: Object.fromEntries(others) };
}

/** A material was chosen by its name: all its figures, whatever was there before. */
export function takePreset(settings: MaterialSettings, preset: MaterialName): void {
  Object.assign(settings, { preset, ...figuresOf(MATERIALS[preset]), otherFigures: {} });
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
  return shown.some((name) => settings[name] !== usual[name]);
}

/** The whole material that the panel says. */
export function materialOf(settings: MaterialSettings): Material {
  return { ...MATERIALS[settings.preset], ...changesOf(settings) };
}

/** The same as a scene says it. */
export function sceneMaterialOf(
  settings: MaterialSettings,
): NonNullable<SceneInput["cloths"][number]["material"]> {
  return { preset: settings.preset, ...changesOf(settings) };
}

function changesOf(settings: MaterialSettings): Partial<Material> {
  const changes: Record<string, unknown> = { ...settings.otherFigures };
  for (const name of Object.keys(figuresOf(MATERIALS[settings.preset])) as Parameter[]) {
    changes[name] = settings[name];
  }
  for (const name of ["warp", "weft"] as const) changes[name] = settings[name] ?? undefined;
  return changes;
}

function figuresOf(material: Material): Figures {
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
    strength: resolved.strength,
    weave: resolved.weave,
    weaveAngle: resolved.weaveAngle,
    yield: material.yield ?? null,
    bendYield: material.bendYield ?? null,
    friction: resolved.friction,
  };
}
