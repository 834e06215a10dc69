import type { MaterialName } from "tatter";
import { checkScene, decodeRecording, type Recording, type SceneInput } from "tatter/scene";
import { saidInScene } from "../panel/material-settings.js";
import type { SceneSource } from "../scenes/scenes.js";
import type { RecordingNotes } from "../simulation/saved-files.js";
import type { LiveSettings } from "../simulation/messages.js";

/** A recording, and what the panel shows for it. */
export interface OpenedRecording {
  recording: Recording;
  source: SceneSource;
  /** What the panel said at its end; null: its maker has not told. */
  settings: LiveSettings | null;
}

/**
 * Reads the file of a recording.
 *
 * @param name Of the file.
 * @throws RecordingError with one line.
 */
export function readRecording(name: string, bytes: Uint8Array): OpenedRecording {
  const recording = decodeRecording(bytes);
  const { files, notes } = recording;
  const scene = recording.scene as unknown as SceneInput; // what was checked passes every check again
  const title = name.replace(/\.tatter$/i, "");
  try {
    const settings = settingsIn(notes as Partial<RecordingNotes> | undefined);
    if (settings !== null) {
      const source = { name: title, scene: withSettings(scene, settings), files };
      checkScene(source.scene);
      return { recording, source, settings };
    }
  } catch {
    // Notes of another version, or of nobody's: the recording itself is good.
  }
  return { recording, source: { name: title, scene, files }, settings: null };
}

/** What a file leaves out, because there was none at the end, must not be taken from the scene of the start. */
function settingsIn(notes: Partial<RecordingNotes> | undefined): LiveSettings | null {
  const panel = notes?.panel ?? null;
  if (panel === null) return null;
  const { tearing = null, wind = {} } = panel as Partial<LiveSettings>; // a file may hold anything
  const { gusts, turbulence } = wind;
  return { ...panel, tearing, wind: { ...wind, gusts, turbulence } };
}

/** The scene as the panel said at the end of its run. */
function withSettings(scene: SceneInput, live: LiveSettings): SceneInput {
  const [first, ...others] = scene.cloths;
  const { preset, material, tearing, substeps, wind, gravity } = live;
  const changed = {
    ...first!,
    material: saidInScene(preset as MaterialName, material),
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
