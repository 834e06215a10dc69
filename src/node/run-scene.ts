import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { writeObj } from "../io/index.js";
import { frameCount, frameSteps, runReport, type RunReport, type Scene } from "../scene/index.js";
import type { World } from "../sim/index.js";
import { makeFolder } from "./make-folder.js";
import { version } from "./package-root.js";
import { openWorld } from "./scene-files.js";
import { writeWhole } from "./write-whole.js";

const LOOK_UP_EVERY_MS = 100;

export interface RunOptions {
  /** Folder for OBJ frames, made if it is missing; absent: no files. */
  out?: string;
  /** Frames to run instead of the scene's duration. */
  frames?: number;
  /** Called after each frame, frame 0 at rest included. */
  onFrame?: (frame: number, frames: number, world: World) => void;
  /** Called with one line for each thing that was mended in a file that the scene names, and for what `auto` took. */
  note?: (line: string) => void;
  /** Stops the run; what is written stays whole. */
  signal?: AbortSignal;
}

/** Runs a scene to its end, frame by frame. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  const { out, onFrame, signal } = options;
  const frames = options.frames ?? frameCount(scene);
  const began = performance.now();
  const world = await openWorld(scene, options.note);
  if (world.choice !== null) {
    options.note?.(`solver.type: auto took ${world.choice.type}: ${world.choice.reason}`);
  }
  if (out !== undefined) await prepareFolder(out);

  let frame = 0;
  for (; ; frame++) {
    if (!world.isFinite()) {
      throw new Error(
        `the simulation broke down at ${world.time.toFixed(3)} s: try milder figures, more solver.substeps, or another solver`,
      );
    }
    if (out !== undefined) {
      await writeWhole(join(out, frameName(frame)), worldToObj(scene, world));
    }
    onFrame?.(frame, frames, world);
    if (frame === frames) break;
    await advance(world, scene.frameRate, signal);
    if (signal?.aborted) break;
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

/** Makes the folder, without what a killed run may have left half written. */
async function prepareFolder(out: string): Promise<void> {
  await makeFolder(out);
  const leftovers = (await readdir(out)).filter((file) => /^\.frame_\d+\.obj\.partial$/.test(file));
  for (const file of leftovers) await rm(join(out, file), { force: true });
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
