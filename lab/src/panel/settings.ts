import { WORLD_DEFAULTS, type Vec3Tuple } from "tatter";
import type { SceneInput } from "tatter/scene";
import {
  materialOf,
  materialSettingsOf,
  sceneMaterialOf,
  type MaterialSettings,
} from "./material-settings.js";
import type { LiveSettings } from "../simulation/messages.js";
import { diagonalsOf, withMeshKind, type Diagonals, type MeshKind } from "../scenes/mesh-kind.js";
import {
  maxResolutionOf,
  resolutionOf,
  withResolution,
  type SceneSource,
} from "../scenes/scenes.js";
import {
  fixedSubsteps,
  solverOf,
  solverSettingsOf,
  type SolverSettings,
} from "./solver-settings.js";
import { tearingOf, tearingSettingsOf, type TearingSettings } from "./tearing-settings.js";

/** All settings of the panel, in SI units. */
export interface Settings extends MaterialSettings, SolverSettings, TearingSettings {
  /** The unchanged scene that the settings started from. */
  source: SceneSource;
  /** Name of the scene in the menu. */
  scene: string;
  /** Cells along the width of the cloth. Null for a mesh from a file. */
  resolution: number | null;
  /** Maximum number of cells along the width at which the cloth stays stiff enough. */
  maxResolution: number;
  /** Type of the mesh. */
  meshKind: MeshKind;
  /** Direction of the diagonals of a grid. */
  diagonals: Diagonals;

  /** Random variation of the strength of a new cloth: 1 minus the strength factor of the weakest places. */
  strengthVariation: number;

  /** Wind speed, m/s. */
  wind: number;
  /** Direction of the wind, of any nonzero length. Default: that of the scene, else towards the viewer. */
  windDirection: Vec3Tuple;
  /** Amplitude of gusts, as a fraction of the wind speed. */
  gusts: number;
  /** Speed of eddies, m/s. */
  turbulence: number;
  /** Air drag, N·s/m³. */
  drag: number;

  /** m/s². Its direction is that of the scene. */
  gravity: number;
  /** Friction of all colliders. Null: as in the scene. */
  objectFriction: number | null;
}

/** Period of gusts (s) and size of eddies (m) in scenes that do not set them. */
const GUST_PERIOD = 1.5;
const EDDY_SIZE = 0.5;
/** m/s, a gale. */
export const MAX_WIND = 20;
/** Distance between weak places if the scene does not set it, m. */
const WEAK_PLACE_SPACING = 0.1;

/** Returns the panel settings for a scene. */
export function settingsOf(source: SceneSource): Settings {
  const { scene } = source;
  const { mesh, model = "springs", material = {}, tearing } = scene.cloths[0]!;
  const materialSettings = materialSettingsOf(material, model);
  return {
    source,
    scene: source.name,
    resolution: resolutionOf(mesh),
    maxResolution: maxResolutionOf(mesh),
    meshKind: mesh.type,
    diagonals: diagonalsOf(mesh),
    ...materialSettings,
    ...solverSettingsOf(scene.solver),
    ...tearingSettingsOf(tearing, materialSettings.breakingStrain),
    strengthVariation: scene.cloths[0]!.strengthMap?.noise?.amount ?? 0,

    wind: speedOf(scene),
    windDirection: speedOf(scene) === 0 ? [0, 0, 1] : scene.wind!.velocity!,
    gusts: scene.wind?.gusts?.amplitude ?? 0,
    turbulence: scene.wind?.turbulence?.speed ?? 0,
    drag: scene.wind?.drag ?? WORLD_DEFAULTS.wind.drag,

    gravity: Math.hypot(...(scene.gravity ?? WORLD_DEFAULTS.gravity)),
    objectFriction: null,
  };
}

/** Returns the scene with the settings of the panel. */
export function sceneWith(settings: Settings): SceneInput {
  const scene = withResolution(settings.source.scene, settings.resolution);
  const [first, ...others] = scene.cloths;
  return {
    ...scene,
    cloths: [
      {
        ...withMeshKind(first!, settings.meshKind, settings.diagonals),
        model: settings.model,
        material: sceneMaterialOf(settings),
        tearing: tearingOf(settings, first!.tearing) ?? undefined,
        strengthMap: strengthMapOf(settings, first!.strengthMap),
      },
      ...others,
    ],
    solver: solverOf(settings, scene.solver),
    wind: { ...scene.wind, ...windOf(settings), drag: settings.drag },
    gravity: [...gravityOf(settings)],
    ...(settings.objectFriction !== null && { colliders: collidersOf(settings) }),
  };
}

type SceneStrengthMap = SceneInput["cloths"][number]["strengthMap"];

function strengthMapOf({ strengthVariation }: Settings, own: SceneStrengthMap): SceneStrengthMap {
  const size = own?.noise?.size ?? WEAK_PLACE_SPACING;
  return {
    ...own,
    noise: strengthVariation === 0 ? undefined : { amount: strengthVariation, size },
  };
}

/** Returns the gravity in m/s², in the direction of the scene's gravity. */
export function gravityOf({ source, gravity }: Settings): Vec3Tuple {
  const own = source.scene.gravity ?? WORLD_DEFAULTS.gravity;
  const norm = Math.hypot(...own);
  if (norm === gravity) return own;
  const [x, y, z] = norm === 0 ? [0, -1, 0] : own;
  const scale = norm === 0 ? gravity : gravity / norm;
  return [scale * x, scale * y, scale * z];
}

function collidersOf({ source, objectFriction }: Settings): SceneInput["colliders"] {
  return source.scene.colliders?.map((one) => ({
    ...one,
    friction: objectFriction ?? one.friction,
  }));
}

/** Returns the settings that a running cloth can take over. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    preset: settings.preset,
    material: materialOf(settings),
    substeps: settings.solver === "xpbd" ? settings.substeps : null,
    tearing: tearingOf(settings, settings.source.scene.cloths[0]!.tearing),
    wind: { ...windOf(settings), drag: settings.drag },
    gravity: gravityOf(settings),
  };
}

/** Returns the text for automatic substeps. 0: not known yet. */
export function substepsText(settings: Settings, substeps: number): string {
  const fixed = fixedSubsteps(settings, settings.source.scene.solver);
  if (fixed !== null) return String(fixed);
  return substeps === 0 ? "auto" : `auto: ${substeps}`;
}

/** Returns the wind in m/s along x, y and z. */
export function windVelocity({
  wind,
  windDirection: [x, y, z],
}: Settings): [number, number, number] {
  const scale = wind / Math.hypot(x, y, z);
  return [scale * x, scale * y, scale * z];
}

/** Sets the wind. Zero wind keeps the direction. */
export function setWind(settings: Settings, velocity: Vec3Tuple): void {
  const speed = Math.hypot(...velocity);
  settings.wind = Math.min(MAX_WIND, speed);
  if (speed > 0) settings.windDirection = velocity;
}

function windOf(settings: Settings) {
  const {
    source: { scene },
    gusts,
    turbulence,
  } = settings;
  const { period = GUST_PERIOD } = scene.wind?.gusts ?? {};
  const { size = EDDY_SIZE } = scene.wind?.turbulence ?? {};
  return {
    velocity: windVelocity(settings),
    gusts: gusts === 0 ? undefined : { amplitude: gusts, period },
    turbulence: turbulence === 0 ? undefined : { speed: turbulence, size },
  };
}

/** Returns the wind speed of a scene, m/s. */
function speedOf({ wind }: SceneInput): number {
  return Math.hypot(...(wind?.velocity ?? WORLD_DEFAULTS.wind.velocity));
}
