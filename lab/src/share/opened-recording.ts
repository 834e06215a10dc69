import type { MaterialName } from "tatter";
import { checkScene, decodeRecording, type Recording, type SceneInput } from "tatter/scene";
import { toSceneMaterial } from "../panel/material-settings.js";
import type { SceneSource } from "../scenes/scenes.js";
import type { RecordingNotes } from "../simulation/saved-files.js";
import type { LiveSettings } from "../simulation/messages.js";

/** A recording, and the scene that the panel shows for it. */
export interface OpenedRecording {
  recording: Recording;
  source: SceneSource;
  /** Panel settings at the end of the recording. Null: unknown. */
  settings: LiveSettings | null;
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
    const settings = settingsIn(notes as Partial<RecordingNotes> | undefined);
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
function settingsIn(notes: Partial<RecordingNotes> | undefined): LiveSettings | null {
  const panel = notes?.panel ?? null;
  if (panel === null) return null;
  const { tearing = null, wind = {} } = panel as Partial<LiveSettings>; // a file can contain anything
  const { gusts, turbulence } = wind;
  return { ...panel, tearing, wind: { ...wind, gusts, turbulence } };
}

/** Returns the scene with the panel settings at the end of the recording. */
function withSettings(scene: SceneInput, live: LiveSettings): SceneInput {
  const [first, ...others] = scene.cloths;
  const { preset, material, tearing, substeps, wind, gravity } = live;
  const changed = {
    ...first!,
    material: toSceneMaterial(preset as MaterialName, material),
    tearing: tearing ?? undefined,
  };
  return {
    ...scene,
    cloths: [changed, ...others],
    solver: { ...scene.solver, ...(substeps !== null && { substeps }) },
    gravity: [...gravity],
    wind: { ...scene.wind, ...(wind as SceneInput["wind"]) },
  };
}
