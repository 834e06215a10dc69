import {
  action,
  flag,
  optional,
  valuesOf,
  wholeNumber,
  type Checks,
} from "../math/check-options.js";
import { BlowUpError, type World } from "../sim/index.js";
import { folderName } from "./checks.js";
import { openFrameWriter, TOPOLOGY, type Topology } from "./frame-writer.js";

/** Options of a run of a scene or a recording: output, progress, stop signal. */
export interface FrameOptions {
  /** Folder for OBJ frames; created if it is missing. Absent: no files. */
  out?: string;
  /**
   * Mesh of the frames in `out`. `changing` (default): each frame has its own mesh. `final`: all frames have the final
   * mesh. These are written at the end of the run; until then the positions are stored in a file, 24 bytes per particle
   * and frame.
   */
  topology?: Topology;
  /** Number of frames to run; default: all. */
  frames?: number;
  /** Called after each frame, including frame 0 at time 0. */
  onFrame?: (frame: number, frames: number, world: World) => void;
  /** Called after each file in `out`, with the number of files written and the number known so far. */
  onWritten?: (written: number, known: number) => void;
  /** Stops the run. The frames so far are written completely. */
  signal?: AbortSignal;
}

/** Checks of these options. */
export const FRAME_CHECKS: Checks<FrameOptions> = {
  out: optional(folderName),
  topology: optional(TOPOLOGY),
  frames: optional(wholeNumber()),
  onFrame: optional(action),
  onWritten: optional(action),
  signal: optional(valuesOf<Pick<AbortSignal, "aborted">>({ aborted: flag })),
};

/** The frames to run. */
export interface FrameRange {
  /** The last frame that is written already; null: none, the world is at frame 0. */
  after: number | null;
  /** The last frame to run. */
  last: number;
  /** True if an interrupted run can be resumed. */
  canResume: boolean;
}

/**
 * Runs a world frame by frame, and writes the frames.
 *
 * @param names Names of its cloths.
 * @param advance Advances from a frame to the next.
 * @returns The number of the last frame.
 */
export async function runFrames(
  world: World,
  names: readonly string[],
  { after, last, canResume }: FrameRange,
  advance: (frame: number) => Promise<void>,
  { out, topology, onFrame, onWritten, signal }: FrameOptions,
): Promise<number> {
  const occupied = after === null ? undefined : { frames: after + 1, source: world };
  const writer =
    out === undefined
      ? null
      : await openFrameWriter({ folder: out, names, topology, occupied, onWritten });
  let isComplete = false;
  let frame = after ?? 0;
  try {
    for (; ; frame++) {
      if (frame !== after) await writer?.frame(world);
      onFrame?.(frame, last, world);
      isComplete = frame === last;
      if (isComplete) break;
      await advance(frame);
      if (signal?.aborted) break;
    }
  } catch (error) {
    // The earlier frames are useful to find the cause. If they cannot be written either, the first error is reported.
    await writer?.finish(canResume && !(error instanceof BlowUpError)).catch(() => {});
    throw error;
  }
  await writer?.finish(canResume && !isComplete);
  return frame;
}
