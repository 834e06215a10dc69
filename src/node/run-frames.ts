import type { World } from "../sim/index.js";
import { openFrameWriter, type Topology } from "./frame-writer.js";

/** What a run writes and tells, be it of a scene or of a recording. */
export interface FrameOptions {
  /** Folder for OBJ frames, made if it is missing; absent: no files. */
  out?: string;
  /**
   * The mesh of the frames in `out`: each the one of its time (`changing`, the default), or all the `final` one. These
   * are written at the end of the run; until then their positions are kept, 24 bytes a particle and frame.
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

/**
 * Runs a world frame by frame and writes what it shows.
 *
 * @param names Of its cloths.
 * @param advance Goes on by one frame.
 * @returns The number of the last frame.
 */
export async function runFrames(
  world: World,
  names: readonly string[],
  frames: number,
  advance: () => Promise<void>,
  { out, topology, onFrame, onWritten, signal }: FrameOptions,
): Promise<number> {
  const writer =
    out === undefined ? null : await openFrameWriter({ folder: out, names, topology, onWritten });
  try {
    for (let frame = 0; ; frame++) {
      await writer?.frame(world);
      onFrame?.(frame, frames, world);
      if (frame === frames) return frame;
      await advance();
      if (signal?.aborted) return frame;
    }
  } finally {
    await writer?.finish(); // of a run that blew up, too: the frames before show why
  }
}
