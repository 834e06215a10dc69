import type { Knife, World } from "tatter";
import type { Blade } from "./messages.js";

/**
 * Knives of the pointers. In each step a blade moves straight to the latest position of its pointer, so that nothing in
 * between is skipped.
 */
export class Strokes {
  readonly #drawn = new Map<number, Knife>();
  /** Knives whose pointer is up. A quick stroke may end before the step that cuts. */
  #lifted: Knife[] = [];

  draw(world: World, pointer: number, blade: Blade): void {
    this.lift(pointer); // the end of the earlier stroke was missed
    this.#drawn.set(pointer, world.knife(blade)); // it cuts every cloth that it meets
  }

  move(pointer: number, { from, to }: Blade): void {
    this.#drawn.get(pointer)?.moveTo(from, to);
  }

  lift(pointer: number): void {
    const knife = this.#drawn.get(pointer);
    if (knife !== undefined) this.#lifted.push(knife);
    this.#drawn.delete(pointer);
  }

  /** Call it after each step: all blades have reached their targets. */
  arrive(): void {
    for (const knife of this.#lifted) knife.release();
    this.#lifted = [];
  }

  /** Drops all knives, after a rewind or with another world. */
  forget(): void {
    this.#drawn.clear();
    this.#lifted = [];
  }
}
