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

/** Options of a coupling. */
export interface RapierCouplingOptions {
  /**
   * The bodies whose colliders the cloths collide with. "all": every existing collider except sensors. Default "all".
   */
  bodies?: readonly RigidBody[] | "all";
  /** Called in the constructor for each collider with an unsupported shape. Absent: such a collider is an error. */
  skip?: (collider: Collider, reason: string) => void;
}

const BODIES = list(anything, '"all" or a list of bodies');
const COUPLING = object<RapierCouplingOptions>({
  bodies: optional((value: unknown) => (value === "all" ? null : BODIES(value))),
  skip: optional(action),
});

/**
 * Two-way coupling of cloths and the rigid bodies of a Rapier world: bodies push the cloths, and the cloths push, hold
 * and slow down the bodies. Step both worlds with `step` only.
 */
export class RapierCoupling {
  readonly world: World;
  readonly rapier: RapierWorld;
  readonly #bodies: CoupledBody[] = [];

  /** @throws RangeError that names a collider with an unsupported shape. */
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

  /** Number of coupled colliders. */
  get colliderCount(): number {
    let count = 0;
    for (const { colliders } of this.#bodies) count += colliders.length;
    return count;
  }

  /**
   * Couples a collider. For a collider that is coupled already, reads its shape, position in the body and friction
   * again.
   *
   * @throws RangeError if the shape is not supported.
   */
  add(collider: Collider): void {
    this.remove(collider);
    const body = collider.parent();
    const known = body === null ? undefined : this.#find(body);
    if (known === undefined) {
      const coupled = new CoupledBody(this.world, body, [collider]);
      coupled.rebuild();
      this.#bodies.push(coupled);
      return;
    }
    known.colliders.push(collider);
    try {
      known.rebuild();
    } catch (error) {
      known.colliders.pop();
      throw error;
    }
  }

  #find(body: RigidBody): CoupledBody | undefined {
    return this.#bodies.find((coupled) => coupled.body?.handle === body.handle);
  }

  /** Uncouples a collider. Returns false if it was not coupled. */
  remove(collider: Collider): boolean {
    for (const [i, coupled] of this.#bodies.entries()) {
      const index = coupled.colliders.findIndex(({ handle }) => handle === collider.handle);
      if (index === -1) continue;
      coupled.colliders.splice(index, 1);
      const exists = coupled.body === null || coupled.body.isValid();
      if (exists && coupled.colliders.length > 0) coupled.rebuild();
      else {
        coupled.release();
        this.#bodies.splice(i, 1);
      }
      return true;
    }
    return false;
  }

  /** Uncouples all colliders. Both worlds stay as they are. */
  free(): void {
    for (const coupled of this.#bodies) coupled.release();
    this.#bodies.length = 0;
  }

  /**
   * Advances both worlds by one time step: first Rapier, then the cloths, which see the bodies move as Rapier moved
   * them. Then the impulses from the cloths are applied to the bodies.
   *
   * @param dt s; default: the step of the cloth solver. It is also written to Rapier's `timestep`.
   * @param events Passed to Rapier, like `hooks`.
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
    for (let i = 0; i < bodies.length; i++) bodies[i]!.readMotion(dt);
    world.step(dt);
    for (let i = 0; i < bodies.length; i++) bodies[i]!.applyImpulses(rapier);
  }
}
