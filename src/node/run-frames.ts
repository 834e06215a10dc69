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

/** What a run writes and tells, be it of a scene or of a recording. */
export interface FrameOptions {
  /** Folder for OBJ frames, made if it is missing; absent: no files. */
  out?: string;
  /**
   * The mesh of the frames in `out`: each the one of its time (`changing`, the default), or all the `final` one. These
   * are written at the end of the run; until then their positions wait in a file, 24 bytes a particle and frame.
   */
  topology?: Topology;
  /** Frames to run instead of all of them. */
  frames?: number;
  /** Called after each frame, frame 0 at rest included. */
  onFrame?: (frame: number, frames: number, world: World) => void;
  /** Called after each file in `out`: how many are there now, of how many that are known by then. */
  onWritten?: (written: number, known: number) => void;
  /** Stops the run; the frames so far are written, and whole. */
  signal?: AbortSignal;
}

export const FRAME_CHECKS: Checks<FrameOptions> = {
  out: optional(folderName),
  topology: optional(TOPOLOGY),
  frames: optional(wholeNumber()),
  onFrame: optional(action),
  onWritten: optional(action),
  signal: optional(valuesOf<Pick<AbortSignal, "aborted">>({ aborted: flag })),
};

/** Which frames are run. */
export interface FrameRange {
  /** The frame that the world is at, or has passed, and that is written already; null: it is at frame 0, which is not. */
  after: number | null;
  last: number;
  /** Whether somebody will go on with the frames behind the last one, where the run is broken off. */
  canGoOn: boolean;
}

/**
 * Runs a world frame by frame and writes what it shows.
 *
 * @param names Of its cloths.
 * @param advance Goes on from a frame to the next.
 * @returns The number of the last frame.
 */
export async function runFrames(
  world: World,
  names: readonly string[],
  { after, last, canGoOn }: FrameRange,
  advance: (frame: number) => Promise<void>,
  { out, topology, onFrame, onWritten, signal }: FrameOptions,
): Promise<number> {
  const occupied = after === null ? undefined : { frames: after + 1, source: world };
  const writer =
    out === undefined
      ? null
      : await openFrameWriter({ folder: out, names, topology, occupied, onWritten });
  let isWhole = false;
  let frame = after ?? 0;
  try {
    for (; ; frame++) {
      if (frame !== after) await writer?.frame(world);
      onFrame?.(frame, last, world);
      isWhole = frame === last;
      if (isWhole) break;
      await advance(frame);
      if (signal?.aborted) break;
    }
  } catch (error) {
    // The frames before show why. Where they cannot be written either, the first fault is the one to tell.
    await writer?.finish(canGoOn && !(error instanceof BlowUpError)).catch(() => {});
    throw error;
  }
  await writer?.finish(canGoOn && !isWhole);
  return frame;
}
