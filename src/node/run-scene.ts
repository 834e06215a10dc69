import { setImmediate } from "node:timers/promises";
import { frameCount, frameSteps, runReport, type RunReport, type Scene } from "../scene/index.js";
import type { World } from "../sim/index.js";
import { openFrameWriter, type Topology } from "./frame-writer.js";
import { version } from "./package-root.js";
import { openWorld } from "./scene-files.js";

const LOOK_UP_EVERY_MS = 100;

export interface RunOptions {
  /** Folder for OBJ frames, made if it is missing; absent: no files. */
  out?: string;
  /**
   * The mesh of the frames in `out`: each the one of its time (`changing`, the default), or all the `final` one. These
   * are written at the end of the run; until then their positions are kept, 24 bytes a particle and frame.
   */
  topology?: Topology;
  /** Frames to run instead of the scene's duration. */
  frames?: number;
  /** Called after each frame, frame 0 at rest included. */
  onFrame?: (frame: number, frames: number, world: World) => void;
  /** Called after each file in `out`: how many are there now, of how many that are known by then. */
  onWritten?: (written: number, known: number) => void;
  /** Called with one line for each thing that was mended in a file that the scene names, and for what `auto` took. */
  note?: (line: string) => void;
  /** Stops the run; the frames so far are written, and whole. */
  signal?: AbortSignal;
}

/** Runs a scene to its end, frame by frame. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  const { out, topology, onFrame, onWritten, signal } = options;
  const frames = options.frames ?? frameCount(scene);
  const began = performance.now();
  const world = await openWorld(scene, options.note);
  if (world.choice !== null) {
    options.note?.(`solver.type: auto took ${world.choice.type}: ${world.choice.reason}`);
  }
  const writer =
    out === undefined
      ? null
      : await openFrameWriter({ folder: out, names: clothNames(scene), topology, onWritten });

  let frame = 0;
  try {
    for (; ; frame++) {
      if (!world.isFinite()) {
        throw new Error(
          `the simulation broke down at ${world.time.toFixed(3)} s: try milder figures, more solver.substeps, or another solver`,
        );
      }
      await writer?.frame(world);
      onFrame?.(frame, frames, world);
      if (frame === frames) break;
      await advance(world, scene.frameRate, signal);
      if (signal?.aborted) break;
    }
  } finally {
    await writer?.finish(); // of a run that broke down, too: the frames before show why
  }
  const wallSeconds = (performance.now() - began) / 1000;
  return runReport(scene, world, { version, frames: frame, wallSeconds });
}

/** Goes on by one frame, looking up now and then whether it should stop. */
async function advance(world: World, frameRate: number, signal?: AbortSignal): Promise<void> {
  let lookedUpAt = -Infinity;
  for (const dt of frameSteps(world.solver.step, frameRate)) {
    if (performance.now() - lookedUpAt > LOOK_UP_EVERY_MS) {
      await setImmediate();
      lookedUpAt = performance.now();
    }
    if (signal?.aborted) return;
    world.step(dt);
  }
}

function clothNames(scene: Scene): string[] {
  return scene.cloths.map(({ name }, i) => name ?? `cloth_${i}`);
}
