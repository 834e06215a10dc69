import type { Limits } from "../math/limits.js";
import { applyInput, Timeline, type Input, type World } from "../sim/index.js";
import { createWorld } from "./load.js";
import type { Recording } from "./recording.js";

export interface ReplayOptions {
  /** Bytes that may be taken so that any frame is near; default 256 million. */
  memory?: number;
  /** For its scene, as of `createWorld`. */
  limits?: Partial<Limits>;
}

/**
 * Runs a recording once more, to the bit, and goes to any of its frames, backwards too: then what has come apart since is
 * joined again. A frame that was shown before is there at once, or after the simulation of a few.
 */
export class Replay {
  readonly recording: Recording;
  readonly world: World;
  readonly #timeline: Timeline;
  readonly #durations: number[];
  readonly #inputs = new Map<number, Input[]>();
  #frame = 0;
  #step = 0;

  /** @throws SceneError where the scene of the recording cannot be opened. */
  constructor(recording: Recording, { memory, limits }: ReplayOptions = {}) {
    this.recording = recording;
    const { scene, files } = recording;
    this.world = createWorld(scene, { files, ...(limits && { limits }) });
    const { steps, inputs } = recording.course;
    this.#durations = steps.flatMap(([duration, count]) => Array<number>(count).fill(duration));
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
   * @throws Error where the run goes another way than the recorded one.
   */
  next(): boolean {
    if (this.#frame === this.lastFrame) return false;
    const { step } = this.recording.frames[this.#frame + 1]!;
    while (this.#step < step) {
      for (const input of this.#inputs.get(this.#step) ?? []) applyInput(this.world, input);
      this.world.step(this.#durations[this.#step]);
      this.#step++;
    }
    this.#frame++;
    this.#arrive();
    return true;
  }

  /**
   * Goes to a frame.
   *
   * @throws RangeError where there is no such frame, and Error where the run goes another way than the recorded one.
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
      throw new Error(
        `the run goes another way than the recorded one: frame ${this.#frame} is ${hash} and should be ${expected}; ` +
          `it was recorded by tatter ${this.recording.madeBy}`,
      );
    }
    if (this.#timeline.wants(this.#frame)) this.#timeline.keep(this.#frame, this.world.capture());
  }
}
