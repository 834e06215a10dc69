import type { MaterialName } from "tatter";
import { PRESETS, takePreset } from "../panel/material-settings.js";
import { settingsOf, type Settings } from "../panel/settings.js";
import { followMaterial } from "../panel/tearing-settings.js";
import { librarySource, SCENES, type SceneSource } from "../scenes/scenes.js";

const FIRST_SCENE = "curtain";

/** What the address of the page asks for. */
export interface UrlRequest {
  scene: string;
  material: MaterialName | null;
  /** A program drives the page. */
  isLockstep: boolean;
}

/**
 * What the address of the page asks for: `?scene=flag&material=silk`. A name that there is not is passed over. `lockstep`
 * lets a program drive the page (lab-handle.ts).
 */
export function readUrl(search: string): UrlRequest {
  const asked = new URLSearchParams(search);
  const scene = asked.get("scene") ?? FIRST_SCENE;
  const material = PRESETS.find((name) => name === asked.get("material"));
  return {
    scene: SCENES.has(scene) ? scene : FIRST_SCENE,
    material: material ?? null,
    isLockstep: asked.has("lockstep"),
  };
}

/**
 * The settings that the page begins with.
 *
 * @param source A scene that the address holds; null: it names one.
 */
export function firstSettings(
  { scene, material }: UrlRequest,
  source: SceneSource | null,
): Settings {
  const settings = settingsOf(source ?? librarySource(scene));
  if (material === null) return settings;
  takePreset(settings, material);
  followMaterial(settings);
  return settings;
}
