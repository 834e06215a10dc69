import { access } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { checkOptions, object, optional } from "../math/check-options.js";
import { LIMITS, type Limits } from "../math/limits.js";
import {
  checkRecording,
  RecordingError,
  Replay,
  runReport,
  type Recording,
  type RunReport,
} from "../scene/index.js";
import { withOutputLock } from "./output-lock.js";
import { checkpointFile } from "./checkpoint.js";
import { version } from "./package-root.js";
import { FRAME_CHECKS, runFrames, type FrameOptions } from "./run-frames.js";
import { clothNames } from "./cloth-names.js";

type ReplayFileOptions = FrameOptions & { limits?: Partial<Limits> };

const REPLAY = object<ReplayFileOptions>({ ...FRAME_CHECKS, limits: optional(LIMITS) });

/**
 * Replays a recording and checks each frame against the recorded one.
 *
 * @throws ReplayError at the first frame that differs; RecordingError; RangeError that names the option.
 */
export async function replayRecording(
  recording: Recording,
  options: ReplayFileOptions = {},
): Promise<RunReport> {
  checkRecording(recording);
  checkOptions("", options, REPLAY);
  if (options.topology === "final" && recording.log.inputs.some(({ input }) => hasUndo(input))) {
    throw new RecordingError(
      "topology: expected changing, because cuts were undone in this recording and no mesh fits all frames, got final",
    );
  }
  const startedAt = performance.now();
  const replay = new Replay(recording, {
    memory: 0,
    ...(options.limits && { limits: options.limits }),
  });
  const { scene } = recording;
  const last = Math.min(options.frames ?? Infinity, replay.lastFrame);
  const frames = await withOutputLock({ out: options.out }, async () => {
    await checkNoCheckpoint(options);
    return runFrames(
      replay.world,
      clothNames(scene),
      { after: null, last, canResume: false },
      async () => {
        await setImmediate();
        if (!options.signal?.aborted) replay.next();
      },
      options,
    );
  });
  const wallSeconds = (performance.now() - startedAt) / 1000;
  return runReport(scene, replay.world, { version, frames, wallSeconds });
}

/** Frames of a replay would mix with those of an interrupted run that can be resumed. */
async function checkNoCheckpoint({ out }: FrameOptions): Promise<void> {
  const checkpoint = checkpointFile({ out });
  const exists =
    checkpoint !== null &&
    (await access(checkpoint).then(
      () => true,
      () => false,
    ));
  if (!exists) return;
  throw new RecordingError(
    `${out}: expected a folder without an interrupted run; choose another folder, or delete ${checkpoint}`,
  );
}

function hasUndo({ cloths = [] }: Recording["log"]["inputs"][number]["input"]): boolean {
  return cloths.some(({ undone }) => undone !== undefined);
}
