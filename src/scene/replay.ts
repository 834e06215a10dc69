import { action, anything, checkOptions, object, optional } from "../math/check-options.js";
import type { Limits } from "../math/limits.js";
import { applyInput, Timeline, type Input, type World } from "../sim/index.js";
import { createWorld } from "./load.js";
import { checkRecording, inWords, type Recording } from "./recording.js";

export interface ReplayOptions {
  /** Bytes that may be taken so that any frame is near; default 256 million. */
  memory?: number;
  /** For its scene, as of `createWorld`. */
  limits?: Partial<Limits>;
  /** Called with the new world before anything else: adds the stores of your own that the recording tells of. */
  prepare?: (world: World) => void;
}

/** They are checked where they are used. */
const REPLAY = object<ReplayOptions>({
  memory: optional(anything),
  limits: optional(anything),
  prepare: optional(action),
});

/** A replay that goes another way than the recorded run. The message is one line. */
export class ReplayError extends Error {
  override name = "ReplayError";
}

/**
 * Runs a recording once more, to the bit, and goes to any of its frames, backwards too: then what has come apart since is
 * joined again. A frame that was shown before is there at once, or after the simulation of a few.
 */
export class Replay {
  readonly recording: Recording;
  readonly world: World;
  readonly #timeline: Timeline;
  /** The run of equal steps that the next one belongs to, and the number of the step behind it. */
  #run = 0;
  #runEnd = 0;
  readonly #inputs = new Map<number, Input[]>();
  #frame = 0;
  #step = 0;

  /** @throws RecordingError where it is no recording, SceneError where its scene cannot be opened, RangeError for other options. */
  constructor(recording: Recording, options: ReplayOptions = {}) {
    checkOptions("", options, REPLAY);
    const { memory, limits, prepare } = options;
    checkRecording(recording);
    this.recording = recording;
    const { scene, files } = recording;
    this.world = createWorld(scene, { files, ...(limits && { limits }) });
    prepare?.(this.world);
    const { steps, inputs } = recording.log;
    this.#runEnd = steps[0]?.[1] ?? 0;
    for (const { step, input } of inputs) {
      const before = this.#inputs.get(step);
      if (before === undefined) this.#inputs.set(step, [input]);
      else before.push(input);
    }
    this.#timeline = new Timeline(memory);
    this.#arrive();
  }

  /** The frame that the world is at. */
  get frame(): number {
    return this.#frame;
  }

  /** The number of the last frame. */
  get lastFrame(): number {
    return this.recording.frames.length - 1;
  }

  /**
   * Goes on by one frame; false at the end.
   *
   * @throws ReplayError where the run goes another way than the recorded one, and RecordingError where an input makes no
   *   sense in it.
   */
  next(): boolean {
    if (this.#frame === this.lastFrame) return false;
    const { step } = this.recording.frames[this.#frame + 1]!;
    while (this.#step < step) {
      for (const input of this.#inputs.get(this.#step) ?? []) {
        inWords(() => applyInput(this.world, input), `before step ${this.#step}: `);
      }
      this.world.step(this.#duration());
      this.#step++;
    }
    this.#frame++;
    this.#arrive();
    return true;
  }

  /** Of the next step, s. */
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
   * @throws RangeError where there is no such frame, and what `next` throws.
   */
  seek(frame: number): void {
    if (!(Number.isInteger(frame) && frame >= 0 && frame <= this.lastFrame)) {
      throw new RangeError(`seek: there is no frame ${frame} (0 to ${this.lastFrame})`);
    }
    const near = this.#timeline.latest(frame)!;
    if (frame < this.#frame || near.frame > this.#frame) {
      this.world.restore(near.state);
      this.#frame = near.frame;
      this.#step = this.recording.frames[near.frame]!.step;
    }
    while (this.#frame < frame) this.next();
  }

  #arrive(): void {
    const hash = this.world.hash();
    const expected = this.recording.frames[this.#frame]!.hash;
    if (hash !== expected) {
      throw new ReplayError(
        `the run goes another way than the recorded one: frame ${this.#frame} is ${hash} and should be ${expected}; ` +
          `it was recorded by tatter ${this.recording.madeBy}`,
      );
    }
    if (this.#timeline.wants(this.#frame)) this.#timeline.keep(this.#frame, this.world.capture());
  }
}
