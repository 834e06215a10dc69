import { resolveTearing, type TearingOptions } from "tatter";
import type { SceneInput } from "tatter/scene";
import { UNSET, type SolverSettings } from "./solver-settings.js";

/** Instead of a criterion: the cloth does not tear. */
export const OFF = "off";
/** Instead of a number of its own. */
export const AS_MATERIAL = -1;
/** Where a scene has no limit for it: what rips cotton as soft as xpbd makes it, N. */
const USUAL_TENSION = 1;

/** What the panel shows of tearing, in SI units. */
export interface TearingSettings {
  criterion: TearingOptions["criterion"] | typeof OFF;
  /** What says where it tears: the strength of the material, or a limit of its own that overrides it. */
  limitFrom: "material" | "own";
  /** Length over rest length, for the criterion stretch. */
  tearStretch: number;
  /** N, for the criterion tension. */
  tearTension: number;
  /** For the criterion separation-tensor. */
  tearStrain: number;
  order: TearingOptions["order"];
  path: TearingOptions["path"];
  weakStrength: number;
  onePointStrength: number;
  /** `AS_MATERIAL`: as closely as the material says. */
  tearWeave: number;
  /** The part of its strength that the cloth around a tear loses. */
  damage: number;
  /** m; `UNSET`: two mean edges. */
  damageRadius: number;
  maxTearsPerStep: number;
  resolve: TearingOptions["resolve"];
}

/** Which setting is the limit of each criterion. */
export const LIMIT_FIELDS = {
  stretch: "tearStretch",
  tension: "tearTension",
  "separation-tensor": "tearStrain",
} as const satisfies Record<TearingOptions["criterion"], keyof TearingSettings>;

type SceneTearing = SceneInput["cloths"][number]["tearing"];

/** What the panel shows for the tearing of a scene. */
export function tearingSettingsOf(tearing: SceneTearing, strength: number): TearingSettings {
  const { criterion, limit, ...ways } = resolveTearing(tearing ?? {});
  return {
    criterion: tearing ? criterion : OFF,
    limitFrom: limit === undefined ? "material" : "own",
    tearStretch: (criterion === "stretch" && limit) || 1 + strength,
    tearTension: (criterion === "tension" && limit) || USUAL_TENSION,
    tearStrain: (criterion === "separation-tensor" && limit) || strength,
    order: ways.order,
    path: ways.path,
    weakStrength: ways.weakStrength,
    onePointStrength: ways.onePointStrength ?? ways.weakStrength,
    tearWeave: tearing?.weave ?? AS_MATERIAL,
    damage: ways.damage,
    damageRadius: ways.damageRadius ?? UNSET,
    maxTearsPerStep: ways.maxTearsPerStep,
    resolve: ways.resolve,
  };
}

/** How the panel says that the cloth tears; the rest as in the scene. Null: not at all. */
export function tearingOf(
  settings: TearingSettings & SolverSettings,
  own: SceneTearing,
): Partial<TearingOptions> | null {
  const { criterion, order, path, weakStrength, onePointStrength } = settings;
  const { tearWeave, damage, damageRadius, maxTearsPerStep, resolve } = settings;
  if (criterion === OFF) return null;
  return {
    ...own,
    criterion,
    limit: hasOwnLimit(settings) ? settings[LIMIT_FIELDS[criterion]] : undefined,
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

/** xpbd is softer than the material says: no force follows from its strength. Nobody knows yet what auto will take. */
export function isLimitNeeded({ criterion, solver }: TearingSettings & SolverSettings): boolean {
  return criterion === "tension" && (solver === "xpbd" || solver === "auto");
}

export function hasOwnLimit(settings: TearingSettings & SolverSettings): boolean {
  return settings.limitFrom === "own" || isLimitNeeded(settings);
}

/**
 * The material was chosen by hand: nothing of it is overridden any more.
 *
 * @returns Whether anything was.
 */
export function followMaterial(settings: TearingSettings): boolean {
  const { tearWeave } = settings;
  settings.tearWeave = AS_MATERIAL;
  return followBreakingStrain(settings) || tearWeave !== AS_MATERIAL;
}

/** The same for its strength alone. */
export function followBreakingStrain(settings: TearingSettings): boolean {
  const { limitFrom } = settings;
  settings.limitFrom = "material";
  return limitFrom === "own";
}

/** What a reader of the strength has to know of the limit; nothing where the strength holds. */
export function limitWords(settings: TearingSettings & SolverSettings): string {
  const { criterion } = settings;
  if (criterion === OFF) return "It does not tear now: see Tearing.";
  if (!hasOwnLimit(settings)) return "";
  const unit = { stretch: " ×", tension: " N", "separation-tensor": " strain" }[criterion];
  const limit = `${settings[LIMIT_FIELDS[criterion]]}${unit}`;
  return isLimitNeeded(settings)
    ? `Under Tearing a force decides, not the strength: ${limit}.`
    : `Overridden by the tear limit of ${limit} under Tearing, until you choose a material or move this.`;
}
