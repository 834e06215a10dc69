import {
  MATERIALS,
  resolveMaterial,
  resolveTearing,
  WORLD_DEFAULTS,
  type Material,
  type Model,
  type TearingOptions,
} from "tatter";
import type { SceneInput } from "tatter/scene";
import type { LiveSettings } from "./messages.js";
import { finestOf, resolutionOf, SCENES, withResolution } from "./scenes.js";
import {
  fixedSubsteps,
  solverOf,
  solverSettingsOf,
  UNSET,
  type SolverSettings,
} from "./solver-settings.js";

/** Instead of a criterion: the cloth does not tear. */
export const OFF = "off";
/** Where a scene has no limit for it: what rips cotton as soft as xpbd makes it, N. */
const USUAL_TENSION = 1;

/** Everything that the panel shows, in SI units. */
export interface Settings extends SolverSettings {
  scene: string;
  /** Cells along the width of the cloth; null for a mesh from a file. */
  resolution: number | null;
  /** The most cells along the width that the solver can hold together. */
  finest: number;

  model: Model;
  density: number;
  stiffness: number;
  /** `UNSET`: as stiff as `stiffness` says. */
  warp: number;
  /** `UNSET`: as stiff as `stiffness` says. */
  weft: number;
  shear: number;
  poisson: number;
  bending: number;
  bendStiffness: number;
  damping: number;

  criterion: TearingOptions["criterion"] | typeof OFF;
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
  weave: number;
  maxTearsPerStep: number;
  resolve: TearingOptions["resolve"];
  /** Whether the ends of tears are marked. */
  showWeak: boolean;

  /** m/s in the direction of the scene's own wind, or towards the viewer. */
  wind: number;
  /** Part of the wind. */
  gusts: number;
  /** m/s. */
  turbulence: number;
}

export type Parameter =
  | "density"
  | "stiffness"
  | "warp"
  | "weft"
  | "shear"
  | "poisson"
  | "bending"
  | "bendStiffness"
  | "damping";

/** What each model makes use of, in the order of the panel. */
export const PARAMETERS: Readonly<Record<Model, readonly Parameter[]>> = {
  springs: ["density", "stiffness", "bendStiffness", "damping"],
  angles: ["density", "stiffness", "shear", "bending", "damping"],
  "baraff-witkin": ["density", "stiffness", "warp", "weft", "shear", "bending", "damping"],
  membrane: ["density", "stiffness", "warp", "weft", "shear", "poisson", "bending", "damping"],
};

/** Of gusts and eddies in scenes that have none of their own: s, m. */
const GUST_PERIOD = 1.5;
const EDDY_SIZE = 0.5;

/** What the panel shows for a scene of the library. */
export function settingsOf(name: string): Settings {
  const scene = SCENES.get(name)!;
  const { mesh, model = "springs", material: given, tearing } = scene.cloths[0]!;
  const own: Material = { ...MATERIALS[given?.preset ?? "cotton"], ...given };
  const material = resolveMaterial(own);
  const { criterion, limit, ...ways } = resolveTearing(tearing ?? {});
  return {
    scene: name,
    resolution: resolutionOf(mesh),
    finest: finestOf(mesh),

    model,
    density: material.density,
    stiffness: material.stiffness,
    warp: own.warp ?? UNSET,
    weft: own.weft ?? UNSET,
    shear: material.shear,
    poisson: material.poisson,
    bending: material.bending,
    bendStiffness: material.bendStiffness,
    damping: material.damping,

    ...solverSettingsOf(scene.solver),

    criterion: tearing ? criterion : OFF,
    tearStretch: (criterion === "stretch" && limit) || 1 + material.strength,
    tearTension: (criterion === "tension" && limit) || USUAL_TENSION,
    tearStrain: (criterion === "separation-tensor" && limit) || material.strength,
    order: ways.order,
    path: ways.path,
    weakStrength: ways.weakStrength,
    onePointStrength: ways.onePointStrength ?? ways.weakStrength,
    weave: ways.weave ?? material.weave,
    maxTearsPerStep: ways.maxTearsPerStep,
    resolve: ways.resolve,
    showWeak: false,

    wind: speedOf(scene),
    gusts: scene.wind?.gusts?.strength ?? 0,
    turbulence: scene.wind?.turbulence?.speed ?? 0,
  };
}

/** The scene with all that the panel says. */
export function sceneWith(settings: Settings): SceneInput {
  const scene = withResolution(SCENES.get(settings.scene)!, settings.resolution);
  const [first, ...others] = scene.cloths;
  // The springs of some models refuse what others need: only what the panel shows of it goes on.
  const { warp: _warp, weft: _weft, ...material } = first!.material ?? {};
  return {
    ...scene,
    cloths: [
      {
        ...first!,
        model: settings.model,
        material: { ...material, ...materialOf(settings) },
        tearing: tearingOf(settings) ?? undefined,
      },
      ...others,
    ],
    solver: solverOf(settings, scene.solver),
    wind: { ...scene.wind, ...windOf(settings) },
  };
}

/** What of the settings a running cloth can take over. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    material: materialOf(settings),
    substeps: settings.solver === "xpbd" ? settings.substeps : null,
    tearing: tearingOf(settings),
    wind: windOf(settings),
  };
}

/** How the panel says what the substeps of a solver that finds them itself come to; 0: not known yet. */
export function substepsWords(settings: Settings, substeps: number): string {
  const fixed = fixedSubsteps(settings, SCENES.get(settings.scene)!.solver);
  if (fixed !== null) return String(fixed);
  return substeps === 0 ? "auto" : `auto: ${substeps}`;
}

function materialOf(settings: Settings): Partial<Material> {
  const material: Partial<Material> = {};
  for (const name of PARAMETERS[settings.model]) {
    const isUnset = (name === "warp" || name === "weft") && settings[name] === UNSET;
    material[name] = isUnset ? undefined : settings[name];
  }
  return material;
}

/** How the panel says that the cloth tears; the rest as in the scene. Null: not at all. */
function tearingOf(settings: Settings): Partial<TearingOptions> | null {
  const { criterion, order, path, weakStrength, onePointStrength } = settings;
  const { weave, maxTearsPerStep, resolve } = settings;
  if (criterion === OFF) return null;
  const limit = {
    stretch: settings.tearStretch,
    tension: settings.tearTension,
    "separation-tensor": settings.tearStrain,
  }[criterion];
  const own = SCENES.get(settings.scene)!.cloths[0]!.tearing;
  return {
    ...own,
    criterion,
    limit,
    order,
    path,
    weakStrength,
    onePointStrength,
    weave,
    maxTearsPerStep,
    resolve,
  };
}

function windOf({ scene: name, wind, gusts, turbulence }: Settings) {
  const scene = SCENES.get(name)!;
  const own = speedOf(scene);
  const [x, y, z] = own === 0 ? [0, 0, 1] : scene.wind!.velocity!;
  const scale = own === 0 ? wind : wind / own;
  const { period = GUST_PERIOD } = scene.wind?.gusts ?? {};
  const { size = EDDY_SIZE } = scene.wind?.turbulence ?? {};
  return {
    velocity: [scale * x, scale * y, scale * z] as [number, number, number],
    gusts: gusts === 0 ? undefined : { strength: gusts, period },
    turbulence: turbulence === 0 ? undefined : { speed: turbulence, size },
  };
}

/** Of the scene's own wind, m/s. */
function speedOf({ wind }: SceneInput): number {
  return Math.hypot(...(wind?.velocity ?? WORLD_DEFAULTS.wind.velocity));
}
