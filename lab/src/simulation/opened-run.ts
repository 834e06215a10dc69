import type { World } from "tatter";
import { applyInput } from "tatter/sim";
import { Replay, SceneRecorder, type Recording } from "tatter/scene";
import { Rewind } from "./rewind.js";

/** A recording that was opened: it is replayed to its end first, so that any of its times can be shown at once. */
export class OpenedRun {
  readonly world: World;
  /** Writes it down anew, so that it can go on. */
  readonly recorder: SceneRecorder;
  readonly rewind: Rewind;
  readonly #replay: Replay;
  #isReady = false;

  /** @throws SceneError where its scene cannot be opened, and Error where it begins otherwise than recorded. */
  constructor(recording: Recording) {
    this.#replay = new Replay(recording, { memory: 0 }); // the states are in `rewind`
    this.world = this.#replay.world;
    const { scene, files, madeBy } = recording;
    this.recorder = new SceneRecorder(this.world, scene, files, madeBy);
    this.rewind = new Rewind(this.world, this.recorder);
  }

  /** How many of its frames were replayed, and how many there are. */
  get progress(): { done: number; frames: number } {
    const { frame, lastFrame } = this.#replay;
    return { done: this.#isReady ? lastFrame : frame, frames: lastFrame };
  }

  /** Whether it is replayed, to its end or as far as it goes. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Replays some more of it.
   *
   * @throws Error where it goes another way than recorded: what came before is there all the same.
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

  /** What was done after the last step, while it was paused, is there as well. */
  #finish(): void {
    this.#isReady = true;
    const { log, frames } = this.#replay.recording;
    const last = frames.at(-1)!.step;
    const steps = log.steps.reduce((sum, [, count]) => sum + count, 0);
    if (steps > last) return; // a part of a step, which nobody has seen the end of
    const inputs = log.inputs.filter(({ step }) => step === last);
    for (const { input } of inputs) applyInput(this.world, input);
    if (inputs.length > 0) this.rewind.changeHere();
  }
}
