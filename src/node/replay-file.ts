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
import { claim } from "./output-lock.js";
import { keptFile } from "./checkpoint.js";
import { version } from "./package-root.js";
import { FRAME_CHECKS, runFrames, type FrameOptions } from "./run-frames.js";
import { clothNames } from "./cloth-names.js";

type ReplayFileOptions = FrameOptions & { limits?: Partial<Limits> };

const REPLAY = object<ReplayFileOptions>({ ...FRAME_CHECKS, limits: optional(LIMITS) });

/**
 * Runs a recording once more and checks each frame against the recorded one.
 *
 * @throws Error at the first frame that is another.
 */
export async function replayRecording(
  recording: Recording,
  options: ReplayFileOptions = {},
): Promise<RunReport> {
  checkRecording(recording);
  checkOptions("", options, REPLAY);
  if (options.topology === "final" && recording.log.inputs.some(({ input }) => hasUndo(input))) {
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
  const last = Math.min(options.frames ?? Infinity, replay.lastFrame);
  const frames = await claim({ out: options.out }, async () => {
    await checkNoneKept(options);
    return runFrames(
      replay.world,
      clothNames(scene),
      { after: null, last, canGoOn: false },
      async () => {
        await setImmediate();
        if (!options.signal?.aborted) replay.next();
      },
      options,
    );
  });
  const wallSeconds = (performance.now() - began) / 1000;
  return runReport(scene, replay.world, { version, frames, wallSeconds });
}

/** Frames of another run among its own would spoil a run that waits to be gone on with. */
async function checkNoneKept({ out }: FrameOptions): Promise<void> {
  const kept = keptFile({ out });
  const isThere =
    kept !== null &&
    (await access(kept).then(
      () => true,
      () => false,
    ));
  if (!isThere) return;
  throw new RecordingError(
    `${out}: it holds a run that was broken off; choose another folder, or delete ${kept}`,
  );
}

function hasUndo({ cloths = [] }: Recording["log"]["inputs"][number]["input"]): boolean {
  return cloths.some(({ undone }) => undone !== undefined);
}
