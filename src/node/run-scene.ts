import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { writeObj } from "../io/index.js";
import {
  advanceFrame,
  createWorld,
  frameCount,
  runReport,
  type RunReport,
  type Scene,
} from "../scene/index.js";
import type { World } from "../sim/index.js";
import { version } from "./package-root.js";
import { writeWhole } from "./write-whole.js";

export interface RunOptions {
  /** Folder for OBJ frames, made if it is missing; absent: no files. */
  out?: string;
  /** Frames to run instead of the scene's duration. */
  frames?: number;
  /** Called after each frame, frame 0 at rest included. */
  onFrame?: (frame: number, frames: number, world: World) => void;
  /** Stops the run after the frame at hand. */
  signal?: AbortSignal;
}

/** Runs a scene to its end, frame by frame. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  const { out, onFrame, signal } = options;
  const frames = options.frames ?? frameCount(scene);
  const began = performance.now();
  const world = createWorld(scene);
  if (out !== undefined) await mkdir(out, { recursive: true });

  let frame = 0;
  for (; ; frame++) {
    if (!world.isFinite()) {
      throw new Error(
        `the simulation broke down at ${world.time.toFixed(3)} s: try more solver.substeps`,
      );
    }
    if (out !== undefined) {
      await writeWhole(join(out, frameName(frame)), worldToObj(scene, world));
    }
    onFrame?.(frame, frames, world);
    await setImmediate(); // lets a signal through
    if (frame === frames || signal?.aborted) break;
    advanceFrame(world, scene.frameRate);
  }
  const wallSeconds = (performance.now() - began) / 1000;
  return runReport(scene, world, { version, frames: frame, wallSeconds });
}

/** `frame_0007.obj` */
export function frameName(frame: number): string {
  return `frame_${String(frame).padStart(4, "0")}.obj`;
}

function worldToObj(scene: Scene, world: World): string {
  return writeObj(
    world.cloths.map(({ mesh, positions }, i) => ({
      name: scene.cloths[i]!.name ?? `cloth_${i}`,
      mesh,
      positions,
    })),
  );
}
