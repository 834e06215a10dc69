import type { MaterialName } from "tatter";
import { checkScene, decodeRecording, type Recording, type SceneInput } from "tatter/scene";
import { toSceneMaterial } from "../panel/material-settings.js";
import type { SceneSource } from "../scenes/scenes.js";
import type { LiveClothSettings, LiveSettings } from "../simulation/messages.js";

/** A recording, and the scene that the panel shows for it. */
export interface OpenedRecording {
  recording: Recording;
  source: SceneSource;
  /** Panel settings at the end of the recording. Null: unknown. */
  settings: LiveSettings | null;
}

/** Notes in a file. Up to version 0.2 they have the settings of the first cloth instead of a list. */
interface StoredNotes {
  panel?: (Partial<LiveClothSettings> & Partial<LiveSettings>) | null;
}

/**
 * Reads a recording.
 *
 * @param name File name.
 * @throws RecordingError with one line.
 */
export function readRecording(name: string, bytes: Uint8Array): OpenedRecording {
  const recording = decodeRecording(bytes);
  const { files, notes } = recording;
  const { kernels, ...rest } = recording.scene as unknown as SceneInput; // a checked scene is a valid input
  // Kernels in WebAssembly are the default, but not every solver of the panel has them.
  const scene: SceneInput = kernels === "reference" ? { ...rest, kernels } : rest;
  const title = name.replace(/\.tatter$/i, "");
  try {
    const settings = settingsIn(notes as StoredNotes | undefined);
    if (settings !== null) {
      const source = { name: title, scene: withSettings(scene, settings), files };
      checkScene(source.scene);
      return { recording, source, settings };
    }
  } catch {
    // Notes of another version, or not written by the lab. The recording itself is valid.
  }
  return { recording, source: { name: title, scene, files }, settings: null };
}

/**
 * Returns the panel settings in the notes. Fields that are missing were off at the end, and must not be taken from the
 * scene.
 */
function settingsIn(notes: StoredNotes | undefined): LiveSettings | null {
  const panel = notes?.panel ?? null;
  if (panel === null) return null;
  const { cloths = [panel], substeps, gravity, wind = {} } = panel; // a file can contain anything
  const { selfCollision = "off", contactThickness = null } = panel;
  const { gusts, turbulence } = wind;
  return {
    cloths: cloths.map(({ preset, material, tearing = null }) => ({ preset, material, tearing })),
    substeps,
    wind: { ...wind, gusts, turbulence },
    gravity,
    selfCollision,
    contactThickness,
  } as LiveSettings;
}

/** Returns the scene with the panel settings at the end of the recording. */
function withSettings(scene: SceneInput, live: LiveSettings): SceneInput {
  const { substeps, wind, gravity, selfCollision, contactThickness } = live;
  return {
    ...scene,
    cloths: scene.cloths.map((cloth, i) => withClothSettings(cloth, live.cloths[i])),
    solver: { ...scene.solver, ...(substeps !== null && { substeps }) },
    gravity: [...gravity],
    selfCollision,
    contactThickness: contactThickness ?? undefined,
    wind: { ...scene.wind, ...(wind as SceneInput["wind"]) },
  };
}

/** @param live Undefined: the settings of the cloth are unknown. */
function withClothSettings(
  cloth: SceneInput["cloths"][number],
  live: LiveClothSettings | undefined,
): SceneInput["cloths"][number] {
  if (live === undefined) return cloth;
  return {
    ...cloth,
    material: toSceneMaterial(live.preset as MaterialName, live.material),
    tearing: live.tearing ?? undefined,
  };
}
