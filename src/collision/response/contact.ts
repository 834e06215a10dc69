import type { AxisPlaneConstraints, Particles } from "../../cloth/index.js";
import { PinLimits } from "./pin-limits.js";
import type { RigidBody } from "./rigid-body.js";

/** Smaller displacements do not count as motion, m. */
export const ROUNDING = 1e-9;

/**
 * A contact of cloth and a solid: at one particle, or at a point of an edge or triangle with the weights of its
 * particles. The object is reused.
 *
 * The contact is inelastic: approaching parts are stopped, and friction removes at most µ times as much of the sliding
 * speed (Coulomb). A collider is immovable (Quddus & Waugh 1.3.3). A body receives the opposite impulse.
 *
 * Beside a pin, the gain of the particles is limited (`pin-limits.ts`).
 */
export class Contact {
  /** Number of particles, 1 to 3. */
  count = 0;
  readonly particles = new Int32Array(3);
  readonly weights = new Float64Array(3);
  /** Unit vector out of the solid. */
  readonly normal = new Float64Array(3);
  /** Contact point in the world, m. */
  readonly point = new Float64Array(3);
  /** Velocity of the surface of a collider there, m/s. For a body it is written here. */
  readonly surface = new Float64Array(3);
  /** Axis and plane constraints of the cloth, for particles that have them. */
  constraints: AxisPlaneConstraints | null = null;
  /** Displacement along the normal that the cloth needs, m. */
  depth = 0;
  /** Coulomb friction coefficient of both surfaces combined. */
  friction = 0;
  /** Duration of the substep, s. */
  duration = 0;
  /** Position between the two points of a solid edge, from 0 to 1. */
  share = 0;
  /**
   * Change of speed of the cloth per impulse of 1 N·s there, 1/kg; the same with a body added, and of the body alone.
   */
  #mobility = 0;
  #totalMobility = 0;
  readonly #bodyMobility = new Float64Array(1);
  /** Current impulse, N·s, and the time for which positions follow it, s: 0, or the substep. */
  #impulse = 0;
  #follow = 0;
  readonly #relative = new Float64Array(3);
  readonly #push = new Float64Array(3);
  readonly #limits = new PinLimits();
  /** True if some of its particles are pinned or constrained. */
  #isPinned = false;

  /** Sets the contact to one particle. */
  setParticle(particle: number): void {
    this.count = 1;
    this.particles[0] = particle;
    this.weights[0] = 1;
  }

  /**
   * Pushes the cloth out by its depth and a body back, each by its share, and stops their approach.
   *
   * @returns True if anything may have moved. Pinned particles, and particles at their limit beside a pin, stay.
   */
  resolve(store: Particles, body: RigidBody | null): boolean {
    const { count, particles, weights, normal } = this;
    let mobility = 0;
    this.#isPinned = false;
    for (let i = 0; i < count; i++) {
      const inverse = store.inverseMasses[particles[i]!]!;
      mobility += weights[i]! * weights[i]! * inverse;
      if ((inverse === 0 || store.constrained[particles[i]!] === 1) && weights[i]! > 0) {
        this.#isPinned = true;
      }
    }
    this.#mobility = mobility;
    if (mobility === 0 && body === null) return false;
    let hasMoved = this.depth > 0 && this.#separate(store, body);

    this.#measureVelocity(store, body);
    const relative = this.#relative;
    const approach = -(
      relative[0]! * normal[0]! +
      relative[1]! * normal[1]! +
      relative[2]! * normal[2]!
    );
    if (!(approach > 0)) return hasMoved;
    this.#measureMobility(body, normal);
    if (this.#totalMobility === 0) return hasMoved;
    const impulse = approach / this.#totalMobility;
    this.#impulse = impulse;
    this.#follow = 0;
    this.#limits.restitution = 1;
    this.#exchange(store, body, normal);

    let squared = 0;
    for (let k = 0; k < 3; k++) {
      relative[k]! += approach * normal[k]!;
      squared += relative[k]! * relative[k]!;
    }
    if (squared === 0 || this.friction === 0) return hasMoved;
    const sliding = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) relative[k]! /= -sliding; // direction of friction
    this.#measureMobility(body, relative);
    this.#impulse = Math.min(this.friction * impulse, sliding / this.#totalMobility);
    // What friction stops has not slid at all in this substep. Otherwise cloth would creep down any slope.
    this.#follow = this.duration;
    this.#limits.restitution = 0;
    if (this.#exchange(store, body, relative)) hasMoved = true;
    return hasMoved;
  }

  #measureMobility(body: RigidBody | null, direction: Float64Array): void {
    const ofBody = this.#bodyMobility;
    if (body === null) ofBody[0] = 0;
    else body.mobility(this.point, direction, ofBody, 0);
    this.#totalMobility = ofBody[0]! + this.#mobility;
  }

  /** Returns true if anything has moved. */
  #separate(store: Particles, body: RigidBody | null): boolean {
    const { positions, inverseMasses } = store;
    const { count, particles, weights, normal } = this;
    const share = body === null ? 0 : 1 / body.mass;
    const total = this.#mobility + share;
    if (total === 0) return false;
    let hasMoved = body !== null || !this.#isPinned;
    const push = this.depth / total;
    if (this.#isPinned) {
      this.#limits.restitution = 1;
      this.#limit(store, body, normal);
    }
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let move = push * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) move = Math.min(move, this.#limits.displacements[i]!);
      if (move > ROUNDING) hasMoved = true;
      positions[3 * p]! += move * normal[0]!;
      positions[3 * p + 1]! += move * normal[1]!;
      positions[3 * p + 2]! += move * normal[2]!;
    }
    if (share === 0) return hasMoved;
    for (let k = 0; k < 3; k++) body!.position[k]! -= push * share * normal[k]!;
    return hasMoved;
  }

  /** Velocity of the cloth relative to the solid. */
  #measureVelocity({ velocities }: Particles, body: RigidBody | null): void {
    const { count, particles, weights, point, surface } = this;
    const relative = this.#relative;
    if (body === null) relative.set(surface);
    else body.velocityAt(point, relative);
    for (let k = 0; k < 3; k++) {
      let speed = 0;
      for (let i = 0; i < count; i++) speed += weights[i]! * velocities[3 * particles[i]! + k]!;
      relative[k] = speed - relative[k]!;
    }
  }

  /** Finds how much each particle may gain along a unit vector if some are pinned or constrained. */
  #limit(store: Particles, body: RigidBody | null, direction: Float64Array): void {
    if (body !== null) body.velocityAt(this.point, this.surface);
    this.#limits.duration = this.duration;
    this.#limits.measure(store, this.particles, this.count, this.surface, direction);
  }

  /**
   * Applies an impulse along a unit vector to the cloth, and the opposite one to a body. Returns true if any particle
   * has moved.
   */
  #exchange(store: Particles, body: RigidBody | null, direction: Float64Array): boolean {
    const { positions, velocities, inverseMasses } = store;
    const { count, particles, weights } = this;
    const impulse = this.#impulse;
    let hasMoved = false;
    const { speeds, displacements } = this.#limits;
    if (this.#isPinned) this.#limit(store, body, direction);
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let change = impulse * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) change = Math.min(change, speeds[i]!);
      let move = this.#follow * change;
      if (this.#isPinned) move = Math.min(move, displacements[i]!);
      if (move > ROUNDING) hasMoved = true;
      for (let k = 0; k < 3; k++) {
        velocities[3 * p + k]! += change * direction[k]!;
        positions[3 * p + k]! += move * direction[k]!;
      }
    }
    if (body === null) return hasMoved;
    for (let k = 0; k < 3; k++) this.#push[k] = -impulse * direction[k]!;
    body.applyImpulse(this.point, this.#push);
    return true;
  }
}
