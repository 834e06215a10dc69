import type { World } from "tatter";
import { Timeline } from "tatter/sim";
import type { SceneBookmark, SceneRecorder } from "tatter/scene";

/**
 * Memory for stored states, bytes. It holds every step of the first 20 s of the scene curtain, then every second one.
 */
const MEMORY = 128e6;

/** Stored states of a world, by the number of whole steps. */
export class Rewind {
  readonly #world: World;
  readonly #recorder: SceneRecorder | null;
  readonly #timeline = new Timeline(MEMORY);
  /** Position of each stored state in the recording. */
  readonly #bookmarks = new Map<number, SceneBookmark>();
  #frame = 0;
  #newest = 0;

  /**
   * Starts with the present state.
   *
   * @param recorder Is rewound with the world.
   */
  constructor(world: World, recorder: SceneRecorder | null = null) {
    this.#world = world;
    this.#recorder = recorder;
    this.#store();
  }

  /** The present frame. */
  get frame(): number {
    return this.#frame;
  }

  /** The last frame that can be reached again. */
  get newest(): number {
    return this.#newest;
  }

  /** The last stored frame. */
  get last(): number {
    return this.#timeline.latest(this.#newest)!.frame;
  }

  /** Distance between stored frames. */
  get stride(): number {
    return this.#timeline.stride;
  }

  /** Call it before the world advances: later frames are overwritten. */
  start(): void {
    this.#timeline.forget(this.#frame + 1);
    for (let frame = this.#newest; frame > this.#frame; frame--) this.#bookmarks.delete(frame);
    this.#newest = this.#frame;
  }

  /** Call it after each whole step. */
  arrive(): void {
    this.#newest = ++this.#frame;
    this.#store();
  }

  /** Call it after a change of the world at this frame. It replaces the stored state. */
  changeHere(): void {
    this.start();
    this.#timeline.forget(this.#frame);
    this.#recorder?.bookmark(); // later frames are invalid even if no state is stored here
    this.#store();
  }

  /** Restores a frame, or the nearest stored one before it. Grabs and knives are released. */
  to(requested: number): void {
    const { frame, state } = this.#timeline.latest(requested)!; // the first frame is always stored
    const world = this.#world;
    world.restore(state);
    this.#recorder?.resume(this.#bookmarks.get(frame)!);
    this.#frame = frame;
    for (const { grabs } of world.cloths) while (grabs.length > 0) grabs[0]!.release();
    while (world.knives.length > 0) world.knives[0]!.release();
  }

  #store(): void {
    const timeline = this.#timeline;
    if (!timeline.wants(this.#frame)) return;
    // First: input since the step belongs to the state.
    if (this.#recorder !== null) this.#bookmarks.set(this.#frame, this.#recorder.bookmark());
    const { stride } = timeline;
    timeline.keep(this.#frame, this.#world.capture());
    if (timeline.stride === stride) return;
    for (const frame of this.#bookmarks.keys()) {
      if (frame % timeline.stride !== 0) this.#bookmarks.delete(frame);
    }
  }
}
