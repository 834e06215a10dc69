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
import { finestOf, resolutionOf, withResolution, type SceneSource } from "../scenes/scenes.js";
import {
  fixedSubsteps,
  solverOf,
  solverSettingsOf,
  type SolverSettings,
} from "./solver-settings.js";
import { tearingOf, tearingSettingsOf, type TearingSettings } from "./tearing-settings.js";

/** Everything that the panel shows, in SI units. */
export interface Settings extends MaterialSettings, SolverSettings, TearingSettings {
  /** What the cloth came from, before anybody has changed anything. */
  source: SceneSource;
  /** Its name, for the menu. */
  scene: string;
  /** Cells along the width of the cloth; null for a mesh from a file. */
  resolution: number | null;
  /** The most cells along the width that the solver can hold together. */
  finest: number;
  /** What the mesh of the cloth is. */
  meshKind: MeshKind;
  /** How the cells of a grid are halved. */
  diagonals: Diagonals;

  /** How much weaker than the rest the weakest places of a new cloth are, by chance. */
  strengthVariation: number;

  /** m/s. */
  wind: number;
  /** Where it blows to; of any length but 0. That of the scene, or towards the viewer. */
  windDirection: Vec3Tuple;
  /** Part of the wind. */
  gusts: number;
  /** m/s. */
  turbulence: number;
  /** Of the air, N·s/m³. */
  drag: number;

  /** m/s², down, or wherever the scene's own goes. */
  gravity: number;
  /** Of all colliders; null: each as the scene says. */
  objectFriction: number | null;
}

/** Of gusts and eddies in scenes that have none of their own: s, m. */
const GUST_PERIOD = 1.5;
const EDDY_SIZE = 0.5;
/** m/s: a gale. */
export const MAX_WIND = 20;
/** From one weak place to the next where the scene does not say, m. */
const WEAK_PLACES = 0.1;

/** What the panel shows for a scene. */
export function settingsOf(source: SceneSource): Settings {
  const { scene } = source;
  const { mesh, model = "springs", material = {}, tearing } = scene.cloths[0]!;
  const materialSettings = materialSettingsOf(material, model);
  return {
    source,
    scene: source.name,
    resolution: resolutionOf(mesh),
    finest: finestOf(mesh),
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

/** The scene with all that the panel says. */
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
  const size = own?.noise?.size ?? WEAK_PLACES;
  return {
    ...own,
    noise: strengthVariation === 0 ? undefined : { amount: strengthVariation, size },
  };
}

/** m/s², in the direction of the scene's own. */
export function gravityOf({ source, gravity }: Settings): Vec3Tuple {
  const own = source.scene.gravity ?? WORLD_DEFAULTS.gravity;
  const size = Math.hypot(...own);
  if (size === gravity) return own;
  const [x, y, z] = size === 0 ? [0, -1, 0] : own;
  const scale = size === 0 ? gravity : gravity / size;
  return [scale * x, scale * y, scale * z];
}

function collidersOf({ source, objectFriction }: Settings): SceneInput["colliders"] {
  return source.scene.colliders?.map((one) => ({
    ...one,
    friction: objectFriction ?? one.friction,
  }));
}

/** What of the settings a running cloth can take over. */
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

/** How the panel says what the substeps of a solver that finds them itself come to; 0: not known yet. */
export function substepsWords(settings: Settings, substeps: number): string {
  const fixed = fixedSubsteps(settings, settings.source.scene.solver);
  if (fixed !== null) return String(fixed);
  return substeps === 0 ? "auto" : `auto: ${substeps}`;
}

/** m/s along x, y and z. */
export function windVelocity({
  wind,
  windDirection: [x, y, z],
}: Settings): [number, number, number] {
  const scale = wind / Math.hypot(x, y, z);
  return [scale * x, scale * y, scale * z];
}

/** A wind that blows another way; a calm keeps the way of before. */
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

/** Of the scene's own wind, m/s. */
function speedOf({ wind }: SceneInput): number {
  return Math.hypot(...(wind?.velocity ?? WORLD_DEFAULTS.wind.velocity));
}
