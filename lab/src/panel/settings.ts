import { WORLD_DEFAULTS, type Vec3Tuple } from "tatter";
import type { SceneInput } from "tatter/scene";
import type { LiveSettings } from "../simulation/messages.js";
import {
  clothSettingsOf,
  clothWith,
  liveClothSettings,
  type ClothSettings,
} from "./cloth-settings.js";
import type { SceneSource } from "../scenes/scenes.js";
import {
  fixedSubsteps,
  solverOf,
  solverSettingsOf,
  type SolverSettings,
} from "./solver-settings.js";

/** All settings of the panel, in SI units. Those of a cloth belong to the chosen cloth. */
export interface Settings extends ClothSettings, SolverSettings {
  /** The unchanged scene that the settings started from. */
  source: SceneSource;
  /** Name of the scene in the menu. */
  scene: string;
  /** Index of the chosen cloth. */
  cloth: number;
  /** Settings of each cloth. The entry of the chosen one is updated when another one is chosen. */
  cloths: readonly ClothSettings[];

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
  /** Contact of cloth with itself and with other cloth. */
  selfCollision: LiveSettings["selfCollision"];
  /** Distance that layers of cloth keep, m. Null: that of their materials. */
  contactThickness: number | null;
}

/** Period of gusts (s) and size of eddies (m) in scenes that do not set them. */
const GUST_PERIOD = 1.5;
const EDDY_SIZE = 0.5;
/** m/s, a gale. */
export const MAX_WIND = 20;

/** Returns the panel settings for a scene. The first cloth is chosen. */
export function settingsOf(source: SceneSource): Settings {
  const { scene } = source;
  const cloths = scene.cloths.map(clothSettingsOf);
  return {
    source,
    scene: source.name,
    cloth: 0,
    cloths,
    ...cloths[0]!,
    ...solverSettingsOf(scene.solver),

    wind: speedOf(scene),
    windDirection: speedOf(scene) === 0 ? [0, 0, 1] : scene.wind!.velocity!,
    gusts: scene.wind?.gusts?.amplitude ?? 0,
    turbulence: scene.wind?.turbulence?.speed ?? 0,
    drag: scene.wind?.drag ?? WORLD_DEFAULTS.wind.drag,

    gravity: Math.hypot(...(scene.gravity ?? WORLD_DEFAULTS.gravity)),
    objectFriction: null,
    selfCollision: scene.selfCollision ?? WORLD_DEFAULTS.selfCollision,
    contactThickness: scene.contactThickness ?? null,
  };
}

/** Chooses the cloth whose settings are shown and changed. */
export function chooseCloth(settings: Settings, cloth: number): void {
  settings.cloths = settings.cloths.with(settings.cloth, chosenCloth(settings));
  Object.assign(settings, settings.cloths[cloth], { cloth });
}

/** Returns the present settings of the chosen cloth alone. */
function chosenCloth(settings: Settings): ClothSettings {
  const own = { ...settings.cloths[settings.cloth]! };
  for (const field of Object.keys(own) as (keyof ClothSettings)[]) {
    Object.assign(own, { [field]: settings[field] });
  }
  return own;
}

/** Returns the present settings for each cloth. */
function settingsOfCloths(settings: Settings): Settings[] {
  return settings.cloths.map((own, i) =>
    i === settings.cloth ? settings : { ...settings, ...own },
  );
}

/** Returns the name of the material preset of a cloth. The settings may already be those of a scene with fewer cloths. */
export function presetOf(settings: Settings, cloth: number): string {
  return (cloth === settings.cloth ? settings : (settings.cloths[cloth] ?? settings)).preset;
}

/** Returns the scene with the settings of the panel. */
export function sceneWith(settings: Settings): SceneInput {
  const { scene } = settings.source;
  return {
    ...scene,
    cloths: settingsOfCloths(settings).map((own, i) => clothWith(scene.cloths[i]!, own)),
    solver: solverOf(settings, scene.solver),
    wind: { ...scene.wind, ...windOf(settings), drag: settings.drag },
    gravity: [...gravityOf(settings)],
    selfCollision: settings.selfCollision,
    contactThickness: settings.contactThickness ?? undefined,
    ...(settings.objectFriction !== null && { colliders: collidersOf(settings) }),
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

/** Returns the settings that a running simulation can take over. */
export function liveSettings(settings: Settings): LiveSettings {
  const { cloths } = settings.source.scene;
  return {
    cloths: settingsOfCloths(settings).map((own, i) => liveClothSettings(cloths[i]!, own)),
    substeps: settings.solver === "xpbd" ? settings.substeps : null,
    wind: { ...windOf(settings), drag: settings.drag },
    gravity: gravityOf(settings),
    selfCollision: settings.selfCollision,
    contactThickness: settings.contactThickness,
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
