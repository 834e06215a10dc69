import type { Collider, Vec3Tuple, World } from "tatter";

/** So fast may a hand carry a collider, m/s: a pointer that jumps would hurl the cloth about. */
const MAX_SPEED = 20;

interface ColliderDrag {
  collider: Collider;
  /** From the hand to the middle of the collider, m. */
  offset: Vec3Tuple;
  /** Where its middle should be. */
  target: Vec3Tuple;
  isHeld: boolean;
}

/** The colliders in the hands of the pointers, by the numbers of the hands. */
export class ColliderDrags {
  readonly #carries = new Map<number, ColliderDrag>();

  take(world: World, hand: number, number: number, point: Vec3Tuple): void {
    const collider = world.colliders[number];
    if (collider === undefined || collider.options.type === "half-space") return; // of another scene
    const target = middleOf(collider);
    const offset: Vec3Tuple = [target[0] - point[0], target[1] - point[1], target[2] - point[2]];
    for (const [other, carry] of this.#carries) {
      if (carry.collider === collider) this.#carries.delete(other); // one hand is enough
    }
    this.#carries.set(hand, { collider, offset, target, isHeld: true });
  }

  move(hand: number, [x, y, z]: Vec3Tuple): void {
    const carry = this.#carries.get(hand);
    if (carry === undefined || !carry.isHeld) return;
    const [dx, dy, dz] = carry.offset;
    carry.target = [x + dx, y + dy, z + dz];
  }

  /** It still goes where the hand was last. */
  release(hand: number): void {
    const carry = this.#carries.get(hand);
    if (carry !== undefined) carry.isHeld = false;
  }

  /** Before the world moves on by so many seconds. */
  advance(duration: number): void {
    for (const [hand, { collider, target, isHeld }] of this.#carries) {
      const here = middleOf(collider);
      const way = Math.hypot(target[0] - here[0], target[1] - here[1], target[2] - here[2]);
      const part = Math.min(1, (MAX_SPEED * duration) / way);
      if (way > 0) {
        const at = (k: 0 | 1 | 2): number => here[k] + part * (target[k] - here[k]);
        collider.moveTo(part < 1 ? [at(0), at(1), at(2)] : target);
      }
      if (!isHeld && (way === 0 || part === 1)) this.#carries.delete(hand);
    }
  }

  /** All hands are gone, with their world or with their time. */
  forget(): void {
    this.#carries.clear();
  }
}

function middleOf({ pose: { position } }: Collider): Vec3Tuple {
  return [position[0]!, position[1]!, position[2]!];
}
