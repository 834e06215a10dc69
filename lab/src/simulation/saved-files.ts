import type { World } from "tatter";
import { writeObj } from "tatter/io";
import { encodeRecording, type SceneRecorder } from "tatter/scene";
import type { LiveSettings } from "./messages.js";

/** Notes that the lab adds to its recordings. */
export interface RecordingNotes {
  /** Panel settings at the end. */
  panel: LiveSettings;
}

/** Returns the text of an OBJ file with the cloths in their present shape. */
export function objOf({ cloths }: World, name: string): string {
  return writeObj(
    cloths.map(({ mesh, positions }, i) => ({
      name: cloths.length === 1 ? name : `${name}-${i + 1}`,
      mesh,
      positions,
    })),
  );
}

/** Returns a recording of the run so far. After a rewind, it includes later frames until they are overwritten. */
export function recordingOf(
  recorder: SceneRecorder,
  notes: RecordingNotes,
): Uint8Array<ArrayBuffer> {
  if (!recorder.recorder.isBack) recorder.bookmark(); // input since the latest step
  return encodeRecording({ ...recorder.recording, notes });
}
