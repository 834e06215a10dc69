import {
  encodeRecording,
  RecordingError,
  SceneRecorder,
  type Scene,
  type SceneFiles,
} from "../scene/index.js";
import type { Limits } from "../math/limits.js";
import { ContainerError, PHASES, type Phase, type World } from "../sim/index.js";
import type { OutputFiles } from "./output-lock.js";
import type { Topology } from "./frame-writer.js";
import {
  identityOf,
  checkpointFile,
  readCheckpoint,
  removeCheckpoint,
  invalidCheckpoint,
  writeCheckpoint,
  type Checkpoint,
  type RunIdentity,
} from "./checkpoint.js";
import { loadRecording } from "./load-recording.js";
import { version } from "./package-root.js";
import { writeFileAtomic } from "./atomic-write.js";

/** Default real time between checkpoints, s. */
const DEFAULT_INTERVAL = 1;
/** Largest cost of checkpoints, as a fraction of the run. */
const MAX_COST = 0.01;

/** Options of a `CheckpointWriter`. */
export interface CheckpointOptions extends OutputFiles {
  topology?: Topology;
  /** Limits on the size of the checkpoint and the recording. */
  limits?: Partial<Limits>;
  /**
   * Real time between checkpoints, s; default: 1, or more if checkpoints would take over 1 % of the run. 0: after each
   * step.
   */
  checkpointInterval?: number;
  /** Start of the run, ms of `performance.now`. */
  startedAt: number;
  /** True: resume from the checkpoint of the same run, if it exists. False: remove it. */
  resume: boolean;
  /** Called with one line if a checkpoint is removed. */
  note?: (line: string) => void;
}

/** Writes checkpoints and the recording of a run, so that the work is not lost if the process ends. */
export class CheckpointWriter {
  /** Where the run resumes: the last complete frame, and the steps since; null: it starts. */
  readonly from: Pick<Checkpoint, "frame" | "steps"> | null;
  readonly #world: World;
  readonly #options: CheckpointOptions;
  readonly #identity: RunIdentity;
  readonly #recorder: SceneRecorder | null;
  readonly #before: Pick<Checkpoint, "wallSeconds" | "phases"> | null;
  #nextAt: number;

  private constructor(
    world: World,
    options: CheckpointOptions,
    identity: RunIdentity,
    recorder: SceneRecorder | null,
    checkpoint: Checkpoint | null,
  ) {
    this.#world = world;
    this.#options = options;
    this.#identity = identity;
    this.#recorder = recorder;
    this.#before = checkpoint;
    this.from = checkpoint;
    this.#nextAt = options.startedAt + 1000 * (options.checkpointInterval ?? DEFAULT_INTERVAL);
  }

  /**
   * Opens the output of a run, and restores its checkpoint if it resumes.
   *
   * @param world A world at its start.
   * @throws RecordingError with one line if the checkpoint belongs to another run.
   */
  static async open(
    world: World,
    scene: Scene,
    files: SceneFiles,
    options: CheckpointOptions,
  ): Promise<CheckpointWriter> {
    const { record, resume, limits } = options;
    const recorder = record === undefined ? null : new SceneRecorder(world, scene, files, version);
    const identity = identityOf(scene, files, { ...options, madeBy: version });
    const file = checkpointFile(options);
    const checkpoint =
      resume && file !== null ? await readCheckpoint(file, identity, limits) : null;
    if (checkpoint === null) {
      const isRemoved = await removeCheckpoint(options);
      if (isRemoved)
        options.note?.("starts at frame 0, and removes the checkpoint of an earlier run");
    } else await restoreCheckpoint(world, file!, checkpoint, recorder, options);
    return new CheckpointWriter(world, options, identity, recorder, checkpoint);
  }

  /** True if checkpoints are written: only for a run that writes files. */
  get isEnabled(): boolean {
    return checkpointFile(this.#options) !== null;
  }

  /** True if the next checkpoint is due. */
  get isDue(): boolean {
    return this.isEnabled && performance.now() >= this.#nextAt;
  }

  /** Ends a frame. */
  endFrame(): void {
    this.#recorder?.endFrame();
  }

  /** Writes a checkpoint between two steps. The recording comes first, so that it is never behind the state. */
  async write(frame: number, steps: number): Promise<void> {
    const file = checkpointFile(this.#options);
    if (file === null) return;
    const startedAt = performance.now();
    const recorded = await this.#writeRecording();
    await writeCheckpoint(file, {
      identity: this.#identity,
      frame,
      steps,
      state: this.#world.save(),
      recorded,
      wallSeconds: this.wallSeconds,
      phases: this.phases,
    });
    const now = performance.now();
    const interval =
      this.#options.checkpointInterval ??
      Math.max(DEFAULT_INTERVAL, (now - startedAt) / 1000 / MAX_COST);
    this.#nextAt = now + 1000 * interval;
  }

  /** Ends a run, complete or not: writes its recording, and removes the checkpoint if the run is complete. */
  async finish(isComplete: boolean): Promise<void> {
    await this.#writeRecording();
    if (isComplete) await removeCheckpoint(this.#options);
  }

  /** Real time of the whole run, s. */
  get wallSeconds(): number {
    return (this.#before?.wallSeconds ?? 0) + (performance.now() - this.#options.startedAt) / 1000;
  }

  /** Time of each phase over the whole run, ms. */
  get phases(): Record<Phase, number> {
    const { milliseconds } = this.#world.clock;
    const before = this.#before?.phases;
    return Object.fromEntries(
      PHASES.map((phase) => [phase, milliseconds[phase] + (before?.[phase] ?? 0)]),
    ) as Record<Phase, number>;
  }

  async #writeRecording(): Promise<Checkpoint["recorded"]> {
    if (this.#recorder === null) return null;
    const bookmark = this.#recorder.bookmark();
    const { recording } = this.#recorder;
    await writeFileAtomic(this.#options.record!, encodeRecording(recording));
    return { bookmark, frameHash: recording.frames.at(-1)!.hash };
  }
}

/** Restores a world and its recorder from a checkpoint. */
async function restoreCheckpoint(
  world: World,
  file: string,
  { frame, state, recorded }: Checkpoint,
  recorder: SceneRecorder | null,
  { record, limits }: CheckpointOptions,
): Promise<void> {
  try {
    world.load(state);
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    throw new RecordingError(`${file}: state: ${error.message}`);
  }
  if (recorder === null || recorded === null) return;
  const recording = await loadRecording(record!, { limits });
  if (recording.frames[frame]?.hash !== recorded.frameHash) {
    throw new RecordingError(
      `${record}: expected the recording of the run in ${file}, got another; use that one, or start again without --resume`,
    );
  }
  const { bookmark } = recorded;
  const { steps, inputs } = recording.log;
  const matchesState =
    bookmark.time === world.time &&
    bookmark.frames === frame + 1 &&
    bookmark.inputs <= inputs.length &&
    bookmark.step <= steps.reduce((sum, [, count]) => sum + count, 0);
  if (!matchesState) {
    throw invalidCheckpoint(file, "recorded.bookmark: expected the time of the state, got another");
  }
  recorder.takeOver(recording, bookmark);
}
