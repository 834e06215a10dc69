import { resolveTearing, type TearingOptions } from "tatter";
import type { SceneInput } from "tatter/scene";
import { UNSET, type SolverSettings } from "./solver-settings.js";

/** Menu value for a cloth that does not tear. */
export const OFF = "off";
/** Menu value for "as the material". */
export const AS_MATERIAL = -1;
/** Default threshold for tension, N: it tears cotton with the stiffness that xpbd reaches. */
const DEFAULT_TENSION = 1;

/** Tearing settings of the panel, in SI units. */
export interface TearingSettings {
  criterion: TearingOptions["criterion"] | typeof OFF;
  /** Source of the threshold: the breaking strain of the material, or an own value. */
  limitFrom: "material" | "own";
  /** Length over rest length, for the criterion stretch. */
  tearStretch: number;
  /** N, for the criterion tension. */
  tearTension: number;
  /** Strain, for the criterion separation-tensor. */
  tearStrain: number;
  starts: TearingOptions["starts"];
  /** Edges around held particles. */
  heldZone: number;
  order: TearingOptions["order"];
  path: TearingOptions["path"];
  weakStrength: number;
  onePointStrength: number;
  /** `AS_MATERIAL`: the weave of the material. */
  tearWeave: number;
  /** Fraction of its strength that the cloth around a tear loses. */
  damage: number;
  /** m. `UNSET`: two mean edges. */
  damageRadius: number;
  maxTearsPerStep: number;
  resolve: TearingOptions["resolve"];
}

/** Setting that holds the threshold of each criterion. */
export const LIMIT_FIELDS = {
  stretch: "tearStretch",
  tension: "tearTension",
  "separation-tensor": "tearStrain",
} as const satisfies Record<TearingOptions["criterion"], keyof TearingSettings>;

type SceneTearing = SceneInput["cloths"][number]["tearing"];

/** Returns the panel settings for the tearing of a scene. */
export function tearingSettingsOf(tearing: SceneTearing, breakingStrain: number): TearingSettings {
  const { criterion, limit, ...options } = resolveTearing(tearing ?? {});
  return {
    criterion: tearing ? criterion : OFF,
    limitFrom: limit === undefined ? "material" : "own",
    tearStretch: (criterion === "stretch" && limit) || 1 + breakingStrain,
    tearTension: (criterion === "tension" && limit) || DEFAULT_TENSION,
    tearStrain: (criterion === "separation-tensor" && limit) || breakingStrain,
    starts: options.starts,
    heldZone: options.heldZone,
    order: options.order,
    path: options.path,
    weakStrength: options.weakStrength,
    onePointStrength: options.onePointStrength ?? options.weakStrength,
    tearWeave: tearing?.weave ?? AS_MATERIAL,
    damage: options.damage,
    damageRadius: options.damageRadius ?? UNSET,
    maxTearsPerStep: options.maxTearsPerStep,
    resolve: options.resolve,
  };
}

/**
 * Returns the tearing options of the panel, with those of the scene that the panel does not show. Null: it does not
 * tear.
 */
export function tearingOf(
  settings: TearingSettings & SolverSettings,
  own: SceneTearing,
): Partial<TearingOptions> | null {
  const { criterion, order, path, weakStrength, onePointStrength } = settings;
  const { starts, heldZone, tearWeave, damage, damageRadius, maxTearsPerStep, resolve } = settings;
  if (criterion === OFF) return null;
  return {
    ...own,
    criterion,
    limit: hasOwnLimit(settings) ? settings[LIMIT_FIELDS[criterion]] : undefined,
    starts,
    heldZone,
    order,
    path,
    weakStrength,
    onePointStrength,
    weave: tearWeave === AS_MATERIAL ? undefined : tearWeave,
    damage,
    damageRadius: damageRadius === UNSET ? undefined : damageRadius,
    maxTearsPerStep,
    resolve,
  };
}

/**
 * True if the threshold cannot come from the material. xpbd is softer than the material, so no force follows from the
 * breaking strain. With auto, the solver is not known yet.
 */
export function isLimitNeeded({ criterion, solver }: TearingSettings & SolverSettings): boolean {
  return criterion === "tension" && (solver === "xpbd" || solver === "auto");
}

export function hasOwnLimit(settings: TearingSettings & SolverSettings): boolean {
  return settings.limitFrom === "own" || isLimitNeeded(settings);
}

/**
 * Lets the threshold and the weave follow the material again, after the user has chosen one.
 *
 * @returns True if something was overridden.
 */
export function followMaterial(settings: TearingSettings): boolean {
  const { tearWeave } = settings;
  settings.tearWeave = AS_MATERIAL;
  return followBreakingStrain(settings) || tearWeave !== AS_MATERIAL;
}

/**
 * Lets the threshold follow the breaking strain again.
 *
 * @returns True if it was overridden.
 */
export function followBreakingStrain(settings: TearingSettings): boolean {
  const { limitFrom } = settings;
  settings.limitFrom = "material";
  return limitFrom === "own";
}

/** Returns a note below the breaking strain if something overrides it, else an empty string. */
export function limitNote(settings: TearingSettings & SolverSettings): string {
  const { criterion } = settings;
  if (criterion === OFF) return "Tearing is off.";
  if (!hasOwnLimit(settings)) return "";
  const unit = { stretch: " ×", tension: " N", "separation-tensor": " (strain)" }[criterion];
  const limit = `${settings[LIMIT_FIELDS[criterion]]}${unit}`;
  return isLimitNeeded(settings)
    ? `Not used: the tear threshold is a force, ${limit}.`
    : `Overridden by the tear threshold of ${limit}. Change this value or choose a material to use it.`;
}
