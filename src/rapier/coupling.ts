import type {
  Collider,
  EventQueue,
  PhysicsHooks,
  RigidBody,
  World as RapierWorld,
} from "@dimforge/rapier3d-compat";
import { action, anything, checkOptions, list, object, optional } from "../math/check-options.js";
import type { World } from "../sim/index.js";
import { CoupledBody } from "./coupled-body.js";

export interface RapierCouplingOptions {
  /** The bodies whose colliders the cloths feel; "all": every collider that is there now, but for sensors. Default "all". */
  bodies?: readonly RigidBody[] | "all";
  /** Told of each collider at the start whose shape no cloth can meet. Absent: such a collider is an error. */
  skip?: (collider: Collider, why: string) => void;
}

const BODIES = list(anything, '"all" or a list of bodies');
const COUPLING = object<RapierCouplingOptions>({
  bodies: optional((value: unknown) => (value === "all" ? null : BODIES(value))),
  skip: optional(action),
});

/**
 * Cloths and the rigid bodies of a Rapier world, both ways: bodies push the cloths, and the cloths push, hold and slow down
 * the bodies. Step both worlds by `step` alone.
 */
export class RapierCoupling {
  readonly world: World;
  readonly rapier: RapierWorld;
  readonly #bodies: CoupledBody[] = [];

  /** @throws RangeError that names a collider whose shape no cloth can meet. */
  constructor(world: World, rapier: RapierWorld, options: RapierCouplingOptions = {}) {
    this.world = world;
    this.rapier = rapier;
    checkOptions("coupling", options, COUPLING);
    const { bodies = "all", skip } = options;
    const colliders: Collider[] = [];
    if (bodies === "all") rapier.forEachCollider((collider) => colliders.push(collider));
    else {
      for (const body of bodies) {
        for (let i = 0; i < body.numColliders(); i++) colliders.push(body.collider(i));
      }
    }
    for (const collider of colliders) {
      if (collider.isSensor()) continue;
      try {
        this.add(collider);
      } catch (error) {
        if (skip === undefined || !(error instanceof RangeError)) {
          this.free();
          throw error;
        }
        skip(collider, error.message);
      }
    }
  }

  /** How many colliders the cloths feel. */
  get colliderCount(): number {
    let count = 0;
    for (const { colliders } of this.#bodies) count += colliders.length;
    return count;
  }

  /**
   * Lets the cloths feel a collider; one that they feel already is taken anew, with its shape, place in the body and friction as they
   * are now.
   *
   * @throws RangeError where no cloth can meet its shape.
   */
  add(collider: Collider): void {
    this.remove(collider);
    const body = collider.parent();
    const there = body === null ? undefined : this.#of(body);
    if (there === undefined) {
      const coupled = new CoupledBody(this.world, body, [collider]);
      coupled.renew();
      this.#bodies.push(coupled);
      return;
    }
    there.colliders.push(collider);
    try {
      there.renew();
    } catch (error) {
      there.colliders.pop();
      throw error;
    }
  }

  #of(body: RigidBody): CoupledBody | undefined {
    return this.#bodies.find((one) => one.body?.handle === body.handle);
  }

  /** The cloths feel it no longer; false where they did not. */
  remove(collider: Collider): boolean {
    for (const [i, coupled] of this.#bodies.entries()) {
      const at = coupled.colliders.findIndex(({ handle }) => handle === collider.handle);
      if (at === -1) continue;
      coupled.colliders.splice(at, 1);
      const isThere = coupled.body === null || coupled.body.isValid();
      if (isThere && coupled.colliders.length > 0) coupled.renew();
      else {
        coupled.release();
        this.#bodies.splice(i, 1);
      }
      return true;
    }
    return false;
  }

  /** The cloths feel none of them any longer. Both worlds stay as they are. */
  free(): void {
    for (const coupled of this.#bodies) coupled.release();
    this.#bodies.length = 0;
  }

  /**
   * Goes on by one time step: first Rapier, then the cloths, which see the bodies go the way that Rapier took them; then the bodies get
   * what the cloths did to them.
   *
   * @param dt s; default: that of the solver of the cloths. Rapier's `timestep` becomes the same.
   * @param events Handed on to Rapier, as `hooks` are.
   */
  step(dt: number = this.world.solver.step, events?: EventQueue, hooks?: PhysicsHooks): void {
    if (!(dt > 0 && dt < Infinity))
      throw new RangeError(`step: expected a time over 0 s, got ${dt}`);
    const { world, rapier } = this;
    const bodies = this.#bodies;
    for (let i = bodies.length - 1; i >= 0; i--) {
      if (bodies[i]!.prepare()) continue;
      bodies[i]!.release();
      bodies.splice(i, 1);
    }
    rapier.timestep = dt;
    rapier.step(events, hooks);
    for (let i = 0; i < bodies.length; i++) bodies[i]!.follow(dt);
    world.step(dt);
    for (let i = 0; i < bodies.length; i++) bodies[i]!.giveBack(rapier);
  }
}
