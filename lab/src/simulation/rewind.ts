import { Timeline, type World } from "tatter";

/** For the states of earlier times, bytes: every step of the first twenty seconds of the curtain, then every second one. */
const MEMORY = 128e6;

/** The times of a world that one can go back to, by the number of the whole steps before them. */
export class Rewind {
  readonly #world: World;
  readonly #timeline = new Timeline(MEMORY);
  #frame = 0;
  #newest = 0;

  /** Begins where the world is now. */
  constructor(world: World) {
    this.#world = world;
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

  /** How many steps apart the times are that one can go to. */
  get stride(): number {
    return this.#timeline.stride;
  }

  /** Before the world moves: what came after this time will not come again. */
  setOut(): void {
    this.#timeline.forget(this.#frame + 1);
    this.#newest = this.#frame;
  }

  /** A whole step is done. */
  arrive(): void {
    this.#newest = ++this.#frame;
    this.#keep();
  }

  /** The world was changed by hand at this time: it was another one before. */
  changeHere(): void {
    this.setOut();
    this.#timeline.forget(this.#frame);
    this.#keep();
  }

  /** Puts the world to a time, or to the nearest one before it that is known. No hand and no knife is there then. */
  to(wanted: number): void {
    const { frame, state } = this.#timeline.latest(wanted)!; // that of the start is always there
    const world = this.#world;
    world.restore(state);
    this.#frame = frame;
    for (const { grabs } of world.cloths) while (grabs.length > 0) grabs[0]!.release();
    while (world.knives.length > 0) world.knives[0]!.release();
  }

  #keep(): void {
    if (this.#timeline.wants(this.#frame)) this.#timeline.keep(this.#frame, this.#world.capture());
  }
}
