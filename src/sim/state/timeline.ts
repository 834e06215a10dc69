import { checkOptions, number } from "../../math/check-options.js";
import type { WorldState } from "./world-state.js";

/** Default memory of a timeline, bytes: 5000 frames of a thousand particles. */
const DEFAULT_MEMORY = 256e6;
const MEMORY = number("a number of bytes, 0 or more", (bytes) => bytes >= 0);
/**
 * Captured states of a world by frame number, to jump to any frame quickly. At first it keeps every frame. When that
 * would exceed its memory, it drops every second state, then every second of the rest, and so on. Frames in between
 * must be simulated again.
 *
 * @example
 * import { generateGrid, Timeline, World } from "tatter/sim";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * const timeline = new Timeline(64e6); // bytes
 * for (let frame = 0; frame < 30; frame++) {
 *   timeline.keep(frame, world.capture());
 *   world.step();
 * }
 * const nearest = timeline.latest(12); // { frame: 12, state }
 * if (nearest !== null) world.restore(nearest.state);
 */
export class Timeline {
  readonly #memory: number;
  readonly #states: (WorldState | undefined)[] = [];
  /** Bytes of each state. */
  readonly #sizes: number[] = [];
  #size = 0;
  #stride = 1;

  /** @param memory Approximate limit, bytes; default 256e6. */
  constructor(memory = DEFAULT_MEMORY) {
    checkOptions("memory", memory, MEMORY);
    this.#memory = memory;
  }

  /** Distance between stored frames. */
  get stride(): number {
    return this.#stride;
  }

  /** True if the state of a frame should be stored and is not stored yet. */
  wants(frame: number): boolean {
    return frame % this.#stride === 0 && this.#states[frame] === undefined;
  }

  /** Stores the state of a frame, if the timeline wants it. */
  keep(frame: number, state: WorldState): void {
    if (!this.wants(frame)) return;
    while (this.#states.length <= frame) this.#states.push(undefined);
    this.#states[frame] = state;
    this.#sizes[frame] = state.size;
    this.#size += this.#sizes[frame];
    while (this.#size > this.#memory && this.#stride < this.#states.length) this.#thinOut();
  }

  /** The latest stored state at a frame or before it; null: none. */
  latest(frame: number): { frame: number; state: WorldState } | null {
    for (let f = Math.min(frame, this.#states.length - 1); f >= 0; f--) {
      const state = this.#states[f];
      if (state !== undefined) return { frame: f, state };
    }
    return null;
  }

  /** Drops all frames from this one on, because they are no longer valid. */
  forget(frame: number): void {
    for (let f = frame; f < this.#states.length; f++) this.#drop(f);
    this.#states.length = Math.min(this.#states.length, frame);
  }

  #thinOut(): void {
    this.#stride *= 2;
    for (let f = 0; f < this.#states.length; f++) if (f % this.#stride !== 0) this.#drop(f);
  }

  #drop(frame: number): void {
    if (this.#states[frame] === undefined) return;
    this.#states[frame] = undefined;
    this.#size -= this.#sizes[frame]!;
  }
}
