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
  keptFile,
  readKept,
  removeKept,
  senseless,
  writeKept,
  type Checkpoint,
  type RunIdentity,
} from "./checkpoint.js";
import { loadRecording } from "./load-recording.js";
import { version } from "./package-root.js";
import { writeFileAtomic } from "./atomic-write.js";

/** How often a run is kept, s, as long as that is cheap. */
const KEEP_EVERY = 1;
/** The most that keeping may cost, as a part of the run. */
const KEEP_COST = 0.01;

export interface KeepOptions extends OutputFiles {
  topology?: Topology;
  /** For what is gone on from. */
  limits?: Partial<Limits>;
  /**
   * s of real time from one moment that is kept to the next; default: 1, or more where keeping would take over 1 % of the
   * run. 0: after each step.
   */
  keepEvery?: number;
  /** When the run began, ms of `performance.now`. */
  began: number;
  /** Whether to go on from what was kept of the same run, if there is any; else that is given up. */
  resume: boolean;
  /** Called with a line where that is given up. */
  note?: (line: string) => void;
}

/** Keeps a run while it goes on, so that neither its recording nor the work so far is lost with the process. */
export class CheckpointWriter {
  /** Where the run goes on from: the last frame that is over, and the steps since; null: it begins. */
  readonly from: Pick<Checkpoint, "frame" | "steps"> | null;
  readonly #world: World;
  readonly #options: KeepOptions;
  readonly #identity: RunIdentity;
  readonly #recorder: SceneRecorder | null;
  readonly #before: Pick<Checkpoint, "wallSeconds" | "phases"> | null;
  #nextAt: number;

  private constructor(
    world: World,
    options: KeepOptions,
    identity: RunIdentity,
    recorder: SceneRecorder | null,
    kept: Checkpoint | null,
  ) {
    this.#world = world;
    this.#options = options;
    this.#identity = identity;
    this.#recorder = recorder;
    this.#before = kept;
    this.from = kept;
    this.#nextAt = options.began + 1000 * (options.keepEvery ?? KEEP_EVERY);
  }

  /**
   * @param world At its start.
   * @throws RecordingError with one line where what was kept is of another run.
   */
  static async open(
    world: World,
    scene: Scene,
    files: SceneFiles,
    options: KeepOptions,
  ): Promise<CheckpointWriter> {
    const { record, resume, limits } = options;
    const recorder = record === undefined ? null : new SceneRecorder(world, scene, files, version);
    const identity = identityOf(scene, files, { ...options, madeBy: version });
    const file = keptFile(options);
    const kept = resume && file !== null ? await readKept(file, identity, limits) : null;
    if (kept === null) {
      const isGivenUp = await removeKept(options);
      if (isGivenUp) options.note?.("begins anew, and gives up the run that was kept in its place");
    } else await goOn(world, file!, kept, recorder, options);
    return new CheckpointWriter(world, options, identity, recorder, kept);
  }

  /** Whether anything is kept at all: not of a run that writes no files. */
  get keeps(): boolean {
    return keptFile(this.#options) !== null;
  }

  /** Whether it is time to keep the run again. */
  get isDue(): boolean {
    return this.keeps && performance.now() >= this.#nextAt;
  }

  /** A frame is over. */
  endFrame(): void {
    this.#recorder?.endFrame();
  }

  /** Keeps the run, between two steps: the recording first, so that it is never behind the state. */
  async keep(frame: number, steps: number): Promise<void> {
    const file = keptFile(this.#options);
    if (file === null) return;
    const began = performance.now();
    const recorded = await this.#writeRecording();
    await writeKept(file, {
      identity: this.#identity,
      frame,
      steps,
      state: this.#world.save(),
      recorded,
      wallSeconds: this.wallSeconds,
      phases: this.phases,
    });
    const now = performance.now();
    const pause = this.#options.keepEvery ?? Math.max(KEEP_EVERY, (now - began) / 1000 / KEEP_COST);
    this.#nextAt = now + 1000 * pause;
  }

  /** The run is over, or was broken off: its recording is written whatever became of it. */
  async finish(isWhole: boolean): Promise<void> {
    await this.#writeRecording();
    if (isWhole) await removeKept(this.#options);
  }

  /** Real time of the whole run, s. */
  get wallSeconds(): number {
    return (this.#before?.wallSeconds ?? 0) + (performance.now() - this.#options.began) / 1000;
  }

  /** ms of each phase, over the whole run. */
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

/** Puts a world and its recorder where a run was kept. */
async function goOn(
  world: World,
  file: string,
  { frame, state, recorded }: Checkpoint,
  recorder: SceneRecorder | null,
  { record, limits }: KeepOptions,
): Promise<void> {
  try {
    world.load(state);
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    throw new RecordingError(`${file}: its state: ${error.message}`);
  }
  if (recorder === null || recorded === null) return;
  const recording = await loadRecording(record!, { limits });
  if (recording.frames[frame]?.hash !== recorded.frameHash) {
    throw new RecordingError(
      `${record}: it is not the recording of the run in ${file}; go on with that one, or begin anew without --resume`,
    );
  }
  const { bookmark } = recorded;
  const { steps, inputs } = recording.log;
  const isOfState =
    bookmark.time === world.time &&
    bookmark.frames === frame + 1 &&
    bookmark.inputs <= inputs.length &&
    bookmark.step <= steps.reduce((sum, [, count]) => sum + count, 0);
  if (!isOfState) {
    throw senseless(file, "recorded.bookmark: it is of another moment than the state");
  }
  recorder.takeOver(recording, bookmark);
}
