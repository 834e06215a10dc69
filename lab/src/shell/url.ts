import type { MaterialName } from "tatter";
import { PRESETS, applyPreset } from "../panel/material-settings.js";
import { settingsOf, type Settings } from "../panel/settings.js";
import { followMaterial } from "../panel/tearing-settings.js";
import { librarySource, SCENES, type SceneSource } from "../scenes/scenes.js";

const FIRST_SCENE = "curtain";

/** Query parameters of the page. */
export interface UrlRequest {
  scene: string;
  material: MaterialName | null;
  /** True if a program controls the page. */
  isLockstep: boolean;
}

/**
 * Reads the query, for example `?scene=flag&material=silk`. Unknown names are ignored. `lockstep` lets a program
 * control the page (lab-handle.ts).
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
 * Returns the settings that the page starts with.
 *
 * @param source Scene in the URL. Null: the query names one.
 */
export function firstSettings(
  { scene, material }: UrlRequest,
  source: SceneSource | null,
): Settings {
  const settings = settingsOf(source ?? librarySource(scene));
  if (material === null) return settings;
  applyPreset(settings, material);
  followMaterial(settings);
  return settings;
}
