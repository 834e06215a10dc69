import { WORLD_DEFAULTS, type Vector3 } from "tatter";
import type { SceneInput } from "tatter/scene";
import {
  materialOf,
  materialSettingsOf,
  sceneMaterialOf,
  type MaterialSettings,
} from "./material-settings.js";
import type { LiveSettings } from "../simulation/messages.js";
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

  /** How much weaker than the rest the weakest places of a new cloth are, by chance. */
  unevenness: number;

  /** m/s in the direction of the scene's own wind, or towards the viewer. */
  wind: number;
  /** Part of the wind. */
  gusts: number;
  /** m/s. */
  turbulence: number;
}

/** Of gusts and eddies in scenes that have none of their own: s, m. */
const GUST_PERIOD = 1.5;
const EDDY_SIZE = 0.5;
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
    ...materialSettings,
    ...solverSettingsOf(scene.solver),
    ...tearingSettingsOf(tearing, materialSettings.strength),
    unevenness: scene.cloths[0]!.strength?.noise?.amount ?? 0,

    wind: speedOf(scene),
    gusts: scene.wind?.gusts?.strength ?? 0,
    turbulence: scene.wind?.turbulence?.speed ?? 0,
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
        ...first!,
        model: settings.model,
        material: sceneMaterialOf(settings),
        tearing: tearingOf(settings, first!.tearing) ?? undefined,
        strength: strengthOf(settings, first!.strength),
      },
      ...others,
    ],
    solver: solverOf(settings, scene.solver),
    wind: { ...scene.wind, ...windOf(settings) },
  };
}

type SceneStrength = SceneInput["cloths"][number]["strength"];

function strengthOf({ unevenness }: Settings, own: SceneStrength): SceneStrength {
  const size = own?.noise?.size ?? WEAK_PLACES;
  return { ...own, noise: unevenness === 0 ? undefined : { amount: unevenness, size } };
}

/** m/s². */
export function gravityOf({ source }: Settings): Vector3 {
  return source.scene.gravity ?? WORLD_DEFAULTS.gravity;
}

/** What of the settings a running cloth can take over. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    preset: settings.preset,
    material: materialOf(settings),
    substeps: settings.solver === "xpbd" ? settings.substeps : null,
    tearing: tearingOf(settings, settings.source.scene.cloths[0]!.tearing),
    wind: windOf(settings),
  };
}

/** How the panel says what the substeps of a solver that finds them itself come to; 0: not known yet. */
export function substepsWords(settings: Settings, substeps: number): string {
  const fixed = fixedSubsteps(settings, settings.source.scene.solver);
  if (fixed !== null) return String(fixed);
  return substeps === 0 ? "auto" : `auto: ${substeps}`;
}

function windOf({ source: { scene }, wind, gusts, turbulence }: Settings) {
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
