import { setImmediate } from "node:timers/promises";
import { resolveLimits, type Limits } from "../math/limits.js";
import {
  decodeRecording,
  RecordingError,
  Replay,
  runReport,
  type Recording,
  type RunReport,
} from "../scene/index.js";
import { version } from "./package-root.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { runFrames, type FrameOptions } from "./run-frames.js";
import { clothNames } from "./run-scene.js";

/**
 * Reads a recording.
 *
 * @throws RecordingError with one line that names the file and what is wrong with it.
 */
export async function loadRecording(
  path: string,
  { limits }: { limits?: Partial<Limits> } = {},
): Promise<Recording> {
  let bytes: Uint8Array;
  try {
    const file = await readOrdinaryFile(path, "a recording", resolveLimits(limits));
    bytes = new Uint8Array(file.buffer, file.byteOffset, file.length); // a slice of a Buffer is no copy
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new RecordingError(`${path}: ${error.message}`);
  }
  try {
    return decodeRecording(bytes, limits);
  } catch (error) {
    if (error instanceof RecordingError) throw new RecordingError(`${path}: ${error.message}`);
    throw error;
  }
}

/**
 * Runs a recording once more and checks each frame against the recorded one.
 *
 * @throws Error at the first frame that is another.
 */
export async function replayRecording(
  recording: Recording,
  options: FrameOptions & { limits?: Partial<Limits> } = {},
): Promise<RunReport> {
  if (options.topology === "final" && recording.course.inputs.some(({ input }) => hasUndo(input))) {
    throw new RecordingError(
      "topology final: cuts were taken back in this recording, so no mesh fits all frames; take changing",
    );
  }
  const began = performance.now();
  const replay = new Replay(recording, {
    memory: 0,
    ...(options.limits && { limits: options.limits }),
  });
  const { scene } = recording;
  const most = Math.min(options.frames ?? Infinity, replay.lastFrame);
  const frames = await runFrames(
    replay.world,
    clothNames(scene),
    most,
    async () => {
      await setImmediate();
      if (!options.signal?.aborted) replay.next();
    },
    options,
  );
  const wallSeconds = (performance.now() - began) / 1000;
  return runReport(scene, replay.world, { version, frames, wallSeconds });
}

function hasUndo({ cloths = [] }: Recording["course"]["inputs"][number]["input"]): boolean {
  return cloths.some(({ undone }) => undone !== undefined);
}
