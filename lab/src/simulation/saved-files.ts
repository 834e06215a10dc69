import type { World } from "tatter";
import { writeObj } from "tatter/io";
import { encodeRecording, type SceneRecorder } from "tatter/scene";
import type { LiveSettings } from "./messages.js";

/** What the lab writes into its recordings besides the run, to find it again. */
export interface RecordingNotes {
  /** What the panel said at the end. */
  panel: LiveSettings;
}

/** The text of an OBJ file with the cloths as they are now. */
export function objOf({ cloths }: World, name: string): string {
  return writeObj(
    cloths.map(({ mesh, positions }, i) => ({
      name: cloths.length === 1 ? name : `${name}-${i + 1}`,
      mesh,
      positions,
    })),
  );
}

/** The file with all that has happened so far; after a rewind, with what came after as long as it is still there. */
export function recordingOf(
  recorder: SceneRecorder,
  notes: RecordingNotes,
): Uint8Array<ArrayBuffer> {
  if (!recorder.recorder.isBack) recorder.bookmark(); // what was done since the latest step
  return encodeRecording({ ...recorder.recording, notes });
}
