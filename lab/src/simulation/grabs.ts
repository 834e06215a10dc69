import type { Grab, Vec3Tuple, World } from "tatter";
import type { ClothPoint } from "./messages.js";
import { ColliderDrags } from "./collider-drags.js";
import { gripOn } from "./grip.js";

/** Grabs of the pointers, by id. They pull a cloth or drag colliders. */
export class Grabs {
  readonly #grabs = new Map<number, Grab>();
  readonly #drags = new ColliderDrags();

  grab(world: World, id: number, { cloth, point }: ClothPoint): void {
    this.release(id); // the end of the earlier grab was missed
    // xpbd is softer than the material, so the default force tears it.
    const grip = world.solver.type === "xpbd" ? {} : gripOn([world.cloths[cloth]!]);
    const grab = world.grab({ cloth, point, ...grip });
    if (grab !== null) this.#grabs.set(id, grab);
  }

  /** Grabs a collider. */
  grabCollider(world: World, id: number, collider: number, point: Vec3Tuple): void {
    this.release(id);
    this.#drags.start(world, id, collider, point);
  }

  move(id: number, point: Vec3Tuple): void {
    this.#grabs.get(id)?.moveTo(point);
    this.#drags.move(id, point);
  }

  release(id: number): void {
    this.#drags.release(id);
    this.#grabs.get(id)?.release();
    this.#grabs.delete(id);
  }

  /** Moves dragged colliders. Call it before the world advances by `duration`, s. */
  advance(duration: number): void {
    this.#drags.advance(duration);
  }

  /** Drops all grabs, after a rewind or with another world. */
  forget(): void {
    this.#grabs.clear();
    this.#drags.forget();
  }
}
