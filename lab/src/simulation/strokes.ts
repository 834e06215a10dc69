import type { Knife, World } from "tatter";
import type { Blade } from "./messages.js";

/**
 * The knives in the hands of the pointers. In each step a blade goes straight from where it was to the latest place of its
 * pointer, so that nothing between is skipped.
 */
export class Strokes {
  readonly #drawn = new Map<number, Knife>();
  /** Those whose pointer is gone: a quick slash may be over before the step that cuts. */
  #lifted: Knife[] = [];

  draw(world: World, pointer: number, blade: Blade): void {
    this.lift(pointer); // a pointer whose end nobody heard of
    // The page shows the first cloth alone: a cut that nobody sees could not be taken back knowingly.
    this.#drawn.set(pointer, world.knife({ ...blade, cloth: 0 }));
  }

  move(pointer: number, { from, to }: Blade): void {
    this.#drawn.get(pointer)?.moveTo(from, to);
  }

  lift(pointer: number): void {
    const knife = this.#drawn.get(pointer);
    if (knife !== undefined) this.#lifted.push(knife);
    this.#drawn.delete(pointer);
  }

  /** The world has moved on: all blades have come to where they were sent. */
  arrive(): void {
    for (const knife of this.#lifted) knife.release();
    this.#lifted = [];
  }

  /** The knives are gone, with their world or with their time. */
  forget(): void {
    this.#drawn.clear();
    this.#lifted = [];
  }
}
