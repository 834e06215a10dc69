import type { Grab, Vec3Tuple, World } from "tatter";
import { ColliderDrags } from "./collider-drags.js";

/** N. */
const STRONG_HAND = 400;

/** The hands of the pointers, by their numbers: they hold the cloth, or carry colliders. */
export class Grabs {
  readonly #grabs = new Map<number, Grab>();
  readonly #carries = new ColliderDrags();

  grab(world: World, hand: number, point: Vec3Tuple): void {
    this.letGo(hand); // a pointer whose end nobody heard of
    // xpbd is softer than the material says: the usual hand rips it. Cotton with its true forces takes more.
    const maxForce = world.solver.type === "xpbd" ? undefined : STRONG_HAND;
    const held = world.grab({ point, maxForce });
    if (held !== null) this.#grabs.set(hand, held);
  }

  /** Takes hold of a collider. */
  take(world: World, hand: number, collider: number, point: Vec3Tuple): void {
    this.letGo(hand);
    this.#carries.take(world, hand, collider, point);
  }

  move(hand: number, point: Vec3Tuple): void {
    this.#grabs.get(hand)?.moveTo(point);
    this.#carries.move(hand, point);
  }

  letGo(hand: number): void {
    this.#carries.release(hand);
    this.#grabs.get(hand)?.release();
    this.#grabs.delete(hand);
  }

  /** Before the world moves on by so many seconds. */
  advance(duration: number): void {
    this.#carries.advance(duration);
  }

  /** All are gone, with their world or with their time. */
  forget(): void {
    this.#grabs.clear();
    this.#carries.forget();
  }
}
