import type { Model } from "tatter";
import {
  briefMaterialOf,
  materialSettingsOf,
  type MaterialSettings,
  type SceneMaterial,
} from "./material-settings.js";

/** The present material as a scene says it: the preset, and only what differs from it. */
export function materialText(settings: MaterialSettings): string {
  return JSON.stringify(briefMaterialOf(settings), null, 2);
}

/** Where the material stands in the scene that it is checked in. */
const PLACE = "cloths.0.";

/**
 * Reads the material of a scene.
 *
 * @throws Error with one line that names the field.
 */
export async function readMaterial(text: string, model: Model): Promise<MaterialSettings> {
  const material = jsonIn(text);
  const { checkScene } = await import("tatter/scene"); // which few will ever need on the page
  const scene = { name: "material", cloths: [{ mesh: SOME_MESH, material }] };
  try {
    checkScene(scene);
  } catch (error) {
    throw new Error((error as Error).message.replaceAll(PLACE, ""), { cause: error });
  }
  return materialSettingsOf(material as SceneMaterial, model);
}

const SOME_MESH = { type: "grid", size: [1, 1], segments: [1, 1] };

function jsonIn(text: string): unknown {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no JSON: ${(error as Error).message}`, { cause: error });
  }
  return found;
}
