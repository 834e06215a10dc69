import type { Model } from "tatter";
import {
  briefMaterialOf,
  materialSettingsOf,
  type MaterialSettings,
  type SceneMaterial,
} from "./material-settings.js";

/** Returns the material as scene JSON: the preset and the values that differ from it. */
export function materialText(settings: MaterialSettings): string {
  return JSON.stringify(briefMaterialOf(settings), null, 2);
}

/** Path of the material in the scene that checks it. */
const PLACE = "cloths.0.";

/**
 * Parses the material of a scene.
 *
 * @throws Error with one line that names the field.
 */
export async function readMaterial(text: string, model: Model): Promise<MaterialSettings> {
  const material = parseJson(text);
  const { checkScene } = await import("tatter/scene"); // loaded on demand, because few users need it
  const scene = { name: "material", cloths: [{ mesh: ANY_MESH, material }] };
  try {
    checkScene(scene);
  } catch (error) {
    throw new Error((error as Error).message.replaceAll(PLACE, ""), { cause: error });
  }
  return materialSettingsOf(material as SceneMaterial, model);
}

const ANY_MESH = { type: "grid", size: [1, 1], segments: [1, 1] };

function parseJson(text: string): unknown {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new Error(`Not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  return found;
}
