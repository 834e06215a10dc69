import type { Scene } from "../scene/index.js";

/** The name of each cloth of a scene, for the files of its frames. */
export function clothNames(scene: Scene): string[] {
  return scene.cloths.map(({ name }, i) => name ?? `cloth_${i}`);
}
