import { checkOptions, number } from "../../math/check-options.js";
import type { WorldState } from "./world-state.js";

/** Bytes that a timeline may take, unless told: 5000 frames of a thousand particles. */
const DEFAULT_MEMORY = 256e6;
const MEMORY = number("a number of bytes, 0 or more", (bytes) => bytes >= 0);
/**
 * States of a world by the numbers of their frames, so that any of them is near. All frames at first; where they would take
 * more memory than allowed every second is given up, and every second of the rest, and so on: what lies between has to
 * be simulated again.
 */
export class Timeline {
  readonly #memory: number;
  readonly #states: (WorldState | undefined)[] = [];
  /** Bytes of each. */
  readonly #sizes: number[] = [];
  #size = 0;
  #stride = 1;

  /** @param memory Bytes that it may take, about. */
  constructor(memory = DEFAULT_MEMORY) {
    checkOptions("memory", memory, MEMORY);
    this.#memory = memory;
  }

  /** How many frames apart the states are. */
  get stride(): number {
    return this.#stride;
  }

  /** Whether the state of a frame would be kept and is not there yet. */
  wants(frame: number): boolean {
    return frame % this.#stride === 0 && this.#states[frame] === undefined;
  }

  keep(frame: number, state: WorldState): void {
    if (!this.wants(frame)) return;
    while (this.#states.length <= frame) this.#states.push(undefined);
    this.#states[frame] = state;
    this.#sizes[frame] = state.size;
    this.#size += this.#sizes[frame];
    while (this.#size > this.#memory && this.#stride < this.#states.length) this.#thinOut();
  }

  /** The latest state at a frame or before it. */
  latest(frame: number): { frame: number; state: WorldState } | null {
    for (let f = Math.min(frame, this.#states.length - 1); f >= 0; f--) {
      const state = this.#states[f];
      if (state !== undefined) return { frame: f, state };
    }
    return null;
  }

  /** Gives up all frames from one on: something else happens there now. */
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
