import { setImmediate } from "node:timers/promises";
import type { Limits } from "../math/limits.js";
import {
  createWorld,
  encodeRecording,
  frameCount,
  frameSteps,
  runReport,
  SceneRecorder,
  type RunReport,
  type Scene,
} from "../scene/index.js";
import type { World } from "../sim/index.js";
import { version } from "./package-root.js";
import { runFrames, type FrameOptions } from "./run-frames.js";
import { readSceneFiles } from "./scene-files.js";
import { writeWhole } from "./write-whole.js";

const LOOK_UP_EVERY_MS = 100;

export interface RunOptions extends FrameOptions {
  limits?: Partial<Limits>;
  /** File for a recording of the run, for `replayFile`; absent: none. */
  record?: string;
  /** Called with one line for each thing that was mended in a file that the scene names, and for what `auto` took. */
  note?: (line: string) => void;
}

/** Runs a scene to its end, frame by frame. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  const { record, note, signal, limits } = options;
  const began = performance.now();
  const files = await readSceneFiles(scene, limits);
  const world = createWorld(scene, { files, ...(limits && { limits }), ...(note && { note }) });
  if (world.choice !== null) {
    note?.(`solver.type: auto took ${world.choice.type}: ${world.choice.reason}`);
  }
  const recorder = record === undefined ? null : new SceneRecorder(world, scene, files, version);
  let frames = options.frames ?? frameCount(scene);
  try {
    frames = await runFrames(world, clothNames(scene), frames, advanceFrame, options);
  } finally {
    // Of a run that broke down, too: it can be looked into.
    if (recorder !== null) await writeWhole(record!, encodeRecording(recorder.recording));
  }
  const wallSeconds = (performance.now() - began) / 1000;
  return runReport(scene, world, { version, frames, wallSeconds });

  async function advanceFrame(): Promise<void> {
    await advance(world, scene.frameRate, signal);
    if (!signal?.aborted) recorder?.endFrame();
  }
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

export function clothNames(scene: Scene): string[] {
  return scene.cloths.map(({ name }, i) => name ?? `cloth_${i}`);
}
