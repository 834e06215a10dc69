import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { action, checkOptions, flag, object, optional, timeFrom0 } from "../math/check-options.js";
import { LIMITS, type Limits } from "../math/limits.js";
import {
  checkIsScene,
  createWorld,
  frameCount,
  frameSteps,
  RecordingError,
  runReport,
  type RunReport,
  type Scene,
  type SceneFiles,
} from "../scene/index.js";
import { BlowUpError, type World } from "../sim/index.js";
import { fileName } from "./checks.js";
import { claim } from "./output-lock.js";
import { clothNames } from "./cloth-names.js";
import { frameName } from "./frame-name.js";
import { version } from "./package-root.js";
import { FRAME_CHECKS, runFrames, type FrameOptions } from "./run-frames.js";
import { CheckpointWriter } from "./checkpoint-writer.js";
import { readSceneFiles } from "./scene-files.js";

const LOOK_UP_EVERY_MS = 100;

export interface RunOptions extends FrameOptions {
  limits?: Partial<Limits>;
  /** File for a recording of the run, for `replayFile`; absent: none. */
  record?: string;
  /** Goes on with a run of the same scene and options that was broken off; where nothing of it was kept, it begins. */
  resume?: boolean;
  /**
   * The run is kept in `out`, or beside `record`, every so many s of real time; default: 1, or more where that would take over
   * 1 % of the run. 0: after each step.
   */
  keepEvery?: number;
  /**
   * Called with one line for each thing that was mended in a file that the scene names, for what `auto` took, and for where a
   * run goes on.
   */
  note?: (line: string) => void;
}

const RUN = object<RunOptions>({
  ...FRAME_CHECKS,
  limits: optional(LIMITS),
  record: optional(fileName),
  resume: optional(flag),
  keepEvery: optional(timeFrom0),
  note: optional(action),
});

/**
 * Runs a scene to its end, frame by frame.
 *
 * @throws RangeError with one line of an option that is none, SceneError where it is no scene.
 * @throws Error with one line, of another run that writes the same files, for instance.
 */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  checkIsScene(scene);
  checkOptions("", options, RUN);
  const { note, limits } = options;
  const began = performance.now();
  const files = await readSceneFiles(scene, limits);
  const world = createWorld(scene, { files, ...(limits && { limits }), ...(note && { note }) });
  if (world.solverChoice !== null) {
    note?.(`solver.type: auto took ${world.solverChoice.type}: ${world.solverChoice.reason}`);
  }
  return claim(options, () => runWorld(world, scene, files, options, began));
}

async function runWorld(
  world: World,
  scene: Scene,
  files: SceneFiles,
  options: RunOptions,
  began: number,
): Promise<RunReport> {
  const { signal, resume = false, note } = options;
  const keeper = await CheckpointWriter.open(world, scene, files, { ...options, began, resume });
  const { from } = keeper;
  const last = options.frames ?? frameCount(scene);
  if (from !== null) await checkResumed(from, last, options);
  if (resume) {
    note?.(from === null ? "nothing was kept, it begins" : `goes on after frame ${from.frame}`);
  }
  let madeBefore = from?.steps ?? 0;

  const range = { after: from?.frame ?? null, last, canGoOn: keeper.keeps };
  let frames: number;
  try {
    frames = await runFrames(world, clothNames(scene), range, advance, options);
  } catch (error) {
    // The recording of a run that blew up can be looked into; to go on with it would end in the same way.
    await keeper.finish(error instanceof BlowUpError).catch(() => {});
    throw error;
  }
  await keeper.finish(frames === last);
  const { wallSeconds, phases } = keeper;
  return runReport(scene, world, { version, frames, wallSeconds, phases });

  /** Goes on by one frame, looking up now and then whether it should stop. */
  async function advance(frame: number): Promise<void> {
    let lookedUpAt = -Infinity;
    let steps = 0;
    for (const dt of frameSteps(world.solver.step, scene.frameRate)) {
      if (steps < madeBefore) {
        steps++;
        continue;
      }
      if (performance.now() - lookedUpAt > LOOK_UP_EVERY_MS) {
        await setImmediate();
        lookedUpAt = performance.now();
      }
      if (signal?.aborted) break;
      world.step(dt);
      steps++;
      if (keeper.isDue) await keeper.keep(frame, steps);
    }
    madeBefore = 0;
    if (signal?.aborted) await keeper.keep(frame, steps);
    else keeper.endFrame();
  }
}

/** The frames before must be there, and there must be some to come. */
async function checkResumed(
  { frame, steps }: { frame: number; steps: number },
  last: number,
  { out, topology }: RunOptions,
): Promise<void> {
  if (frame > last || (frame === last && steps > 0)) {
    throw new RecordingError(
      `the run was kept after frame ${frame}, and ${last} is to be the last; ask for more frames`,
    );
  }
  if (out === undefined || topology === "final") return;
  const there = new Set(await readdir(out));
  for (let i = 0; i <= frame; i++) {
    if (there.has(frameName(i))) continue;
    throw new RecordingError(
      `${join(out, frameName(i))}: it is missing, so the run cannot go on; begin anew without --resume`,
    );
  }
}
