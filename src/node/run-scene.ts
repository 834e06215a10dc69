import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { action, checkOptions, flag, object, optional, timeFrom0 } from "../math/check-options.js";
import { LIMITS, type Limits } from "../math/limits.js";
import {
  checkIsScene,
  createWorld,
  CrossingWatch,
  frameCount,
  frameSteps,
  Profiler,
  RecordingError,
  runReport,
  type RunReport,
  type Scene,
  type SceneFiles,
} from "../scene/index.js";
import { BlowUpError, type World } from "../sim/index.js";
import { fileName } from "./checks.js";
import { withOutputLock } from "./output-lock.js";
import { clothNames } from "./cloth-names.js";
import { frameName } from "./frame-name.js";
import { version } from "./package-root.js";
import { FRAME_CHECKS, runFrames, type FrameOptions } from "./run-frames.js";
import { CheckpointWriter } from "./checkpoint-writer.js";
import { readSceneFiles } from "./scene-files.js";

/** Real time between checks of the stop signal, ms. */
const STOP_CHECK_INTERVAL_MS = 100;

/** Options of `runScene`. */
export interface RunOptions extends FrameOptions {
  /** Limits on the size of the scene and its files; default `LIMIT_DEFAULTS`. */
  limits?: Partial<Limits>;
  /** File for a recording of the run, for `tatter replay`; absent: none. */
  record?: string;
  /**
   * Resumes an interrupted run of the same scene and options from its checkpoint; without a checkpoint it starts the
   * run. Default false.
   */
  resume?: boolean;
  /**
   * Real time between checkpoints, s. They are written to `out`, or next to `record`. Default: 1, or more if that would
   * take over 1 % of the run. 0: after each step.
   */
  checkpointInterval?: number;
  /** Adds the computing time of the steps to the report (`profile`). Default false. */
  profile?: boolean;
  /**
   * Called with one line for each thing that was repaired in a file, for the choice of `auto`, and for where a run
   * resumes.
   */
  note?: (line: string) => void;
}

const RUN = object<RunOptions>({
  ...FRAME_CHECKS,
  limits: optional(LIMITS),
  record: optional(fileName),
  resume: optional(flag),
  checkpointInterval: optional(timeFrom0),
  profile: optional(flag),
  note: optional(action),
});

/**
 * Runs a scene to its end, frame by frame.
 *
 * @returns A report, as `tatter run --report` writes it.
 * @throws RangeError with one line that names the option; SceneError if the scene is invalid.
 * @throws Error with one line, for example if another run writes the same files.
 *
 * @example
 * import { loadSceneFile, runScene } from "tatter/node";
 * const scene = await loadSceneFile("lateral-pull");
 * const report = await runScene(scene, { out: "out/pull", frames: 30 });
 * console.log(report.tears);
 */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<RunReport> {
  checkIsScene(scene);
  checkOptions("", options, RUN);
  const { note, limits } = options;
  const startedAt = performance.now();
  const files = await readSceneFiles(scene, limits);
  const world = createWorld(scene, { files, ...(limits && { limits }), ...(note && { note }) });
  const { choice } = world.solver;
  if (choice?.type === "xpbd") note?.(`solver.type: auto chose xpbd: ${choice.reason}`);
  return withOutputLock(options, () => runWorld(world, scene, files, options, startedAt));
}

async function runWorld(
  world: World,
  scene: Scene,
  files: SceneFiles,
  options: RunOptions,
  startedAt: number,
): Promise<RunReport> {
  const { signal, resume = false, note } = options;
  const checkpoints = await CheckpointWriter.open(world, scene, files, {
    ...options,
    startedAt,
    resume,
  });
  const { from } = checkpoints;
  const last = options.frames ?? frameCount(scene);
  if (from !== null) await checkResumable(from, last, options);
  if (resume) {
    note?.(
      from === null
        ? "there is no checkpoint, so it starts at frame 0"
        : `resumes after frame ${from.frame}`,
    );
  }
  let stepsToSkip = from?.steps ?? 0;
  const watch = new CrossingWatch(world);
  const profiler = options.profile === true ? new Profiler(world) : null;

  const range = { after: from?.frame ?? null, last, canResume: checkpoints.isEnabled };
  let frames: number;
  try {
    frames = await runFrames(world, clothNames(scene), range, advance, options);
  } catch (error) {
    // The recording of a run that blew up is useful; to resume it would end in the same way.
    await checkpoints.finish(error instanceof BlowUpError).catch(() => {});
    throw error;
  }
  await checkpoints.finish(frames === last);
  const { wallSeconds, phases } = checkpoints;
  const profile = profiler?.profile;
  const crossings = watch.report;
  return runReport(scene, world, { version, frames, wallSeconds, phases, profile, crossings });

  /** Advances by one frame, and checks from time to time if it should stop. */
  async function advance(frame: number): Promise<void> {
    let checkedAt = -Infinity;
    let steps = 0;
    for (const dt of frameSteps(world.solver.step, scene.frameRate)) {
      if (steps < stepsToSkip) {
        steps++;
        continue;
      }
      if (performance.now() - checkedAt > STOP_CHECK_INTERVAL_MS) {
        await setImmediate();
        checkedAt = performance.now();
      }
      if (signal?.aborted) break;
      world.step(dt);
      watch.stepped();
      profiler?.stepped();
      steps++;
      if (checkpoints.isDue) await checkpoints.write(frame, steps);
    }
    stepsToSkip = 0;
    if (signal?.aborted) await checkpoints.write(frame, steps);
    else checkpoints.endFrame();
  }
}

/** Checks that all earlier frames exist, and that there are frames left to run. */
async function checkResumable(
  { frame, steps }: { frame: number; steps: number },
  last: number,
  { out, topology }: RunOptions,
): Promise<void> {
  if (frame > last || (frame === last && steps > 0)) {
    throw new RecordingError(
      `expected more frames than ${frame}, which the checkpoint has already, got ${last}; ask for more frames`,
    );
  }
  if (out === undefined || topology === "final") return;
  const found = new Set(await readdir(out));
  for (let i = 0; i <= frame; i++) {
    if (found.has(frameName(i))) continue;
    throw new RecordingError(
      `${join(out, frameName(i))}: expected this frame of the earlier run, but it is missing; start again without --resume`,
    );
  }
}
