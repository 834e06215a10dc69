import type { World } from "tatter";
import { Timeline } from "tatter/sim";
import type { SceneBookmark, SceneRecorder } from "tatter/scene";

/** For the states of earlier times, bytes: every step of the first twenty seconds of the curtain, then every second one. */
const MEMORY = 128e6;

/** The times of a world that one can go back to, by the number of the whole steps before them. */
export class Rewind {
  readonly #world: World;
  readonly #recorder: SceneRecorder | null;
  readonly #timeline = new Timeline(MEMORY);
  /** The place of each of them in the recording. */
  readonly #bookmarks = new Map<number, SceneBookmark>();
  #frame = 0;
  #newest = 0;

  /**
   * Begins where the world is now.
   *
   * @param recorder Goes back with it.
   */
  constructor(world: World, recorder: SceneRecorder | null = null) {
    this.#world = world;
    this.#recorder = recorder;
    this.#keep();
  }

  /** Where the world is. */
  get frame(): number {
    return this.#frame;
  }

  /** As far as one can go forth again. */
  get newest(): number {
    return this.#newest;
  }

  /** The last time that one can go to. */
  get last(): number {
    return this.#timeline.latest(this.#newest)!.frame;
  }

  /** How many steps apart the times are that one can go to. */
  get stride(): number {
    return this.#timeline.stride;
  }

  /** Before the world moves: what came after this time will not come again. */
  start(): void {
    this.#timeline.forget(this.#frame + 1);
    for (let frame = this.#newest; frame > this.#frame; frame--) this.#bookmarks.delete(frame);
    this.#newest = this.#frame;
  }

  /** A whole step is done. */
  arrive(): void {
    this.#newest = ++this.#frame;
    this.#keep();
  }

  /** The world was changed by hand at this time: it was another one before. */
  changeHere(): void {
    this.start();
    this.#timeline.forget(this.#frame);
    this.#recorder?.bookmark(); // the future of before is over, also where no state is kept
    this.#keep();
  }

  /** Puts the world to a time, or to the nearest one before it that is known. No hand and no knife is there then. */
  to(wanted: number): void {
    const { frame, state } = this.#timeline.latest(wanted)!; // that of the start is always there
    const world = this.#world;
    world.restore(state);
    this.#recorder?.resume(this.#bookmarks.get(frame)!);
    this.#frame = frame;
    for (const { grabs } of world.cloths) while (grabs.length > 0) grabs[0]!.release();
    while (world.knives.length > 0) world.knives[0]!.release();
  }

  #keep(): void {
    const timeline = this.#timeline;
    if (!timeline.wants(this.#frame)) return;
    // First: what was done since the step belongs to the state.
    if (this.#recorder !== null) this.#bookmarks.set(this.#frame, this.#recorder.bookmark());
    const { stride } = timeline;
    timeline.keep(this.#frame, this.#world.capture());
    if (timeline.stride === stride) return;
    for (const frame of this.#bookmarks.keys()) {
      if (frame % timeline.stride !== 0) this.#bookmarks.delete(frame);
    }
  }
}
