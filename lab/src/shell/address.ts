import type { MaterialName } from "tatter";
import { PRESETS } from "../panel/material-settings.js";
import { SCENES } from "../scenes/scenes.js";

const FIRST_SCENE = "curtain";

/**
 * What the address of the page asks for: `?scene=flag&material=silk`. A name that there is not is passed over. `lockstep`
 * lets a program drive the page (lab-handle.ts).
 */
export function readAddress(search: string): {
  scene: string;
  material: MaterialName | null;
  isLockstep: boolean;
} {
  const asked = new URLSearchParams(search);
  const scene = asked.get("scene") ?? FIRST_SCENE;
  const material = PRESETS.find((name) => name === asked.get("material"));
  return {
    scene: SCENES.has(scene) ? scene : FIRST_SCENE,
    material: material ?? null,
    isLockstep: asked.has("lockstep"),
  };
}
