import { action, anything, checkOptions, object, optional } from "../math/check-options.js";
import type { Limits } from "../math/limits.js";
import { applyInput, hasWasm, Timeline, type Input, type World } from "../sim/index.js";
import { createWorld } from "./load.js";
import {
  checkRecording,
  RecordingError,
  withRecordingErrors,
  type Recording,
} from "./recording.js";

/** Options of `Replay`. */
export interface ReplayOptions {
  /** Memory for captured states, bytes; default 256 million. More memory makes `seek` faster. */
  memory?: number;
  /** Limits of its scene, as for `createWorld`. */
  limits?: Partial<Limits>;
  /** Called with the new world first. Add your own stores here, if the recording contains any. */
  prepare?: (world: World) => void;
}

/** The values are checked where they are used. */
const REPLAY = object<ReplayOptions>({
  memory: optional(anything),
  limits: optional(anything),
  prepare: optional(action),
});

/** Thrown if a replay differs from the recorded run. The message is one line. */
export class ReplayError extends Error {
  override name = "ReplayError";
}

/**
 * Replays a recording bit-exactly, and goes to any of its frames, forward and backward. A frame that was visited before
 * is restored at once, or after simulating a few frames.
 *
 * @example
 * import { createWorld, checkScene, Replay, SceneRecorder } from "tatter/scene";
 * const scene = checkScene({ name: "sheet", cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [8, 8] } }] });
 * const world = createWorld(scene);
 * const recorder = new SceneRecorder(world, scene, {}, "0.2.0");
 * world.step();
 * recorder.endFrame();
 * const replay = new Replay(recorder.recording);
 * replay.seek(1); // throws if the run differs
 */
export class Replay {
  /** The recording. */
  readonly recording: Recording;
  /** The world, at the current frame. */
  readonly world: World;
  readonly #timeline: Timeline;
  /** Index of the run of equal steps that the next step belongs to. */
  #run = 0;
  /** Index of the step after that run. */
  #runEnd = 0;
  readonly #inputs = new Map<number, Input[]>();
  #frame = 0;
  #step = 0;

  /**
   * @throws RecordingError if it is not a recording; SceneError if its scene is invalid; RangeError that names the
   *   option.
   */
  constructor(recording: Recording, options: ReplayOptions = {}) {
    checkOptions("", options, REPLAY);
    const { memory, limits, prepare } = options;
    checkRecording(recording);
    this.recording = recording;
    const { scene, files } = recording;
    // A recording of 0.2 or before does not name its kernels: there was only one implementation. Unreleased versions did
    // not name those of `auto`.
    const { kernels = scene.solver.type === "auto" ? undefined : "reference" } = scene;
    if (kernels === "wasm" && !hasWasm()) {
      throw new RecordingError(
        "scene.kernels: it was recorded with WebAssembly SIMD, which is not available here",
      );
    }
    this.world = createWorld({ ...scene, kernels }, { files, ...(limits && { limits }) });
    prepare?.(this.world);
    const { steps, inputs } = recording.log;
    this.#runEnd = steps[0]?.[1] ?? 0;
    for (const { step, input } of inputs) {
      const before = this.#inputs.get(step);
      if (before === undefined) this.#inputs.set(step, [input]);
      else before.push(input);
    }
    this.#timeline = new Timeline(memory);
    this.#checkFrame();
  }

  /** The current frame. */
  get frame(): number {
    return this.#frame;
  }

  /** The number of the last frame. */
  get lastFrame(): number {
    return this.recording.frames.length - 1;
  }

  /**
   * Advances by one frame; false at the end.
   *
   * @throws ReplayError if the run differs from the recorded one; RecordingError if an input does not fit.
   */
  next(): boolean {
    if (this.#frame === this.lastFrame) return false;
    const { step } = this.recording.frames[this.#frame + 1]!;
    while (this.#step < step) {
      for (const input of this.#inputs.get(this.#step) ?? []) {
        withRecordingErrors(() => applyInput(this.world, input), `before step ${this.#step}: `);
      }
      this.world.step(this.#duration());
      this.#step++;
    }
    this.#frame++;
    this.#checkFrame();
    return true;
  }

  /** Duration of the next step, s. */
  #duration(): number {
    const { steps } = this.recording.log;
    if (this.#step < this.#runEnd - steps[this.#run]![1]) {
      this.#run = 0;
      this.#runEnd = steps[0]![1];
    }
    while (this.#step >= this.#runEnd) this.#runEnd += steps[++this.#run]![1];
    return steps[this.#run]![0];
  }

  /**
   * Goes to a frame.
   *
   * @throws RangeError if there is no such frame, and the errors of `next`.
   */
  seek(frame: number): void {
    if (!(Number.isInteger(frame) && frame >= 0 && frame <= this.lastFrame)) {
      throw new RangeError(`seek: expected a frame from 0 to ${this.lastFrame}, got ${frame}`);
    }
    const near = this.#timeline.latest(frame)!;
    if (frame < this.#frame || near.frame > this.#frame) {
      this.world.restore(near.state);
      this.#frame = near.frame;
      this.#step = this.recording.frames[near.frame]!.step;
    }
    while (this.#frame < frame) this.next();
  }

  #checkFrame(): void {
    const hash = this.world.hash();
    const expected = this.recording.frames[this.#frame]!.hash;
    if (hash !== expected) {
      throw new ReplayError(
        `the replay differs from the recorded run: frame ${this.#frame}: expected the digest ${expected}, got ${hash}; ` +
          `it was recorded with Tatter ${this.recording.madeBy}`,
      );
    }
    if (this.#timeline.wants(this.#frame)) this.#timeline.keep(this.#frame, this.world.capture());
  }
}
