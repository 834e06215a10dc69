import type { Collider, Vec3Tuple, World } from "tatter";

/** Maximum speed of a dragged collider, m/s. A pointer that jumps would throw the cloth. */
const MAX_SPEED = 20;

interface ColliderDrag {
  collider: Collider;
  /** From the grab point to the center of the collider, m. */
  offset: Vec3Tuple;
  /** Target of the center, m. */
  target: Vec3Tuple;
  isHeld: boolean;
}

/** Colliders that pointers drag, by grab. */
export class ColliderDrags {
  readonly #drags = new Map<number, ColliderDrag>();

  start(world: World, id: number, number: number, point: Vec3Tuple): void {
    const collider = world.colliders[number];
    if (collider === undefined || collider.options.type === "half-space") return; // belongs to another scene
    const target = centerOf(collider);
    const offset: Vec3Tuple = [target[0] - point[0], target[1] - point[1], target[2] - point[2]];
    for (const [other, drag] of this.#drags) {
      if (drag.collider === collider) this.#drags.delete(other); // one grab per collider
    }
    this.#drags.set(id, { collider, offset, target, isHeld: true });
  }

  move(id: number, [x, y, z]: Vec3Tuple): void {
    const drag = this.#drags.get(id);
    if (drag === undefined || !drag.isHeld) return;
    const [dx, dy, dz] = drag.offset;
    drag.target = [x + dx, y + dy, z + dz];
  }

  /** Ends a drag. The collider still moves to the last target. */
  release(id: number): void {
    const drag = this.#drags.get(id);
    if (drag !== undefined) drag.isHeld = false;
  }

  /** Moves the colliders. Call it before the world advances by `duration`, s. */
  advance(duration: number): void {
    for (const [id, { collider, target, isHeld }] of this.#drags) {
      const here = centerOf(collider);
      const distance = Math.hypot(target[0] - here[0], target[1] - here[1], target[2] - here[2]);
      const fraction = Math.min(1, (MAX_SPEED * duration) / distance);
      if (distance > 0) {
        const at = (k: 0 | 1 | 2): number => here[k] + fraction * (target[k] - here[k]);
        collider.moveTo(fraction < 1 ? [at(0), at(1), at(2)] : target);
      }
      if (!isHeld && (distance === 0 || fraction === 1)) this.#drags.delete(id);
    }
  }

  /** Drops all drags, after a rewind or with another world. */
  forget(): void {
    this.#drags.clear();
  }
}

function centerOf({ pose: { position } }: Collider): Vec3Tuple {
  return [position[0]!, position[1]!, position[2]!];
}
