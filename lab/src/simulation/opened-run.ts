import type { World } from "tatter";
import { applyInput } from "tatter/sim";
import { Replay, SceneRecorder, type Recording } from "tatter/scene";
import { Rewind } from "./rewind.js";

/** An opened recording. It is replayed to its end first, so that any of its frames can be shown at once. */
export class OpenedRun {
  readonly world: World;
  /** Records the run again, so that it can continue. */
  readonly recorder: SceneRecorder;
  readonly rewind: Rewind;
  readonly #replay: Replay;
  #isReady = false;

  /** @throws SceneError if the scene cannot be opened, Error if the start differs from the recording. */
  constructor(recording: Recording) {
    this.#replay = new Replay(recording, { memory: 0 }); // `rewind` stores the states
    this.world = this.#replay.world;
    const { scene, files, madeBy } = recording;
    this.recorder = new SceneRecorder(this.world, scene, files, madeBy);
    this.rewind = new Rewind(this.world, this.recorder);
  }

  /** Number of frames replayed so far, and in total. */
  get progress(): { done: number; frames: number } {
    const { frame, lastFrame } = this.#replay;
    return { done: this.#isReady ? lastFrame : frame, frames: lastFrame };
  }

  /** True if the replay is complete, or has stopped with an error. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Replays frames for about `milliseconds`.
   *
   * @throws Error if the replay diverges from the recording. Earlier frames stay valid.
   */
  advance(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    try {
      do {
        if (!this.#replay.next()) return this.#finish();
        this.recorder.endFrame();
        this.rewind.arrive();
      } while (performance.now() < end);
    } catch (error) {
      this.#isReady = true;
      throw error;
    }
  }

  /** Applies input that was given after the last step, while paused. */
  #finish(): void {
    this.#isReady = true;
    const { log, frames } = this.#replay.recording;
    const last = frames.at(-1)!.step;
    const steps = log.steps.reduce((sum, [, count]) => sum + count, 0);
    if (steps > last) return; // the recording ends within a step
    const inputs = log.inputs.filter(({ step }) => step === last);
    for (const { input } of inputs) applyInput(this.world, input);
    if (inputs.length > 0) this.rewind.changeHere();
  }
}
