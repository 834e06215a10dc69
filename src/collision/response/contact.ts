import type { Holds, Particles } from "../../cloth/index.js";
import { PinLimits, RESTITUTION, STEP } from "./pin-limits.js";
import type { RigidBody } from "./rigid-body.js";

// Where the numbers of a contact stand; in an array, because numbers handed from call to call go on the heap.
/** How far the cloth has to go along the normal, m. */
export const DEPTH = 0;
/** Coulomb's coefficient of both. */
export const FRICTION = 1;
/** Of the substep, s. */
export const DURATION = 2;
/** Where between two points of a core it is, from 0 to 1. */
export const SHARE = 3;
const MOBILITY = 4;
const TOTAL = 5;
const IMPULSE = 6;
/** What positions follow of an impulse: nothing, or the duration. */
const FOLLOW = 7;

/** What is less is no way, m. */
export const ROUNDING = 1e-9;

/**
 * A place where cloth touches a solid: one particle, or a point of an edge or of a triangle with the weights of its
 * particles. It is used over and over.
 *
 * The contact is inelastic: what approaches is stopped, and friction takes at most µ times as much of the sliding speed
 * (Coulomb). A collider is immovable (Quddus & Waugh 1.3.3); a body takes what it gives.
 *
 * Beside a pin its particles are limited (`pin-limits.ts`).
 */
export class Contact {
  /** How many particles, 1 to 3. */
  count = 0;
  readonly particles = new Int32Array(3);
  readonly weights = new Float64Array(3);
  /** Unit vector out of the solid. */
  readonly normal = new Float64Array(3);
  /** Where it is in the world, m. */
  readonly point = new Float64Array(3);
  /** Of the surface of a collider there, m/s; for a body it is written here. */
  readonly surface = new Float64Array(3);
  /** What of the cloth is held on lines and in planes; only for what is held. */
  holds: Holds | null = null;
  /** DEPTH, FRICTION, DURATION, SHARE. */
  readonly numbers = new Float64Array(8);
  readonly #relative = new Float64Array(3);
  readonly #push = new Float64Array(3);
  readonly #limits = new PinLimits();
  /** Whether a pin has hold of some of it. */
  #isPinned = false;

  /**
   * Pushes the cloth out by its depth, and a body back, each by its share; and stops them.
   *
   * @returns Whether anything may have moved: what is pinned, and what may go no farther beside a pin, stays.
   */
  resolve(store: Particles, body: RigidBody | null): boolean {
    const { count, particles, weights, normal, numbers } = this;
    let mobility = 0;
    this.#isPinned = false;
    for (let i = 0; i < count; i++) {
      const inverse = store.inverseMasses[particles[i]!]!;
      mobility += weights[i]! * weights[i]! * inverse;
      if ((inverse === 0 || store.held[particles[i]!] === 1) && weights[i]! > 0) {
        this.#isPinned = true;
      }
    }
    numbers[MOBILITY] = mobility;
    if (mobility === 0 && body === null) return false;
    let hasMoved = numbers[DEPTH]! > 0 && this.#separate(store, body);

    this.#measureVelocity(store, body);
    const relative = this.#relative;
    const approach = -(
      relative[0]! * normal[0]! +
      relative[1]! * normal[1]! +
      relative[2]! * normal[2]!
    );
    if (!(approach > 0)) return hasMoved;
    this.#addMobilities(body, normal);
    if (numbers[TOTAL] === 0) return hasMoved;
    const impulse = approach / numbers[TOTAL]!;
    numbers[IMPULSE] = impulse;
    numbers[FOLLOW] = 0;
    this.#limits.numbers[RESTITUTION] = 1;
    this.#exchange(store, body, normal);

    let squared = 0;
    for (let k = 0; k < 3; k++) {
      relative[k]! += approach * normal[k]!;
      squared += relative[k]! * relative[k]!;
    }
    if (squared === 0 || numbers[FRICTION] === 0) return hasMoved;
    const sliding = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) relative[k]! /= -sliding; // the way that friction pushes
    this.#addMobilities(body, relative);
    numbers[IMPULSE] = Math.min(numbers[FRICTION]! * impulse, sliding / numbers[TOTAL]!);
    // What friction stops has not slid at all in this substep: else cloth would creep down any slope.
    numbers[FOLLOW] = numbers[DURATION]!;
    this.#limits.numbers[RESTITUTION] = 0;
    if (this.#exchange(store, body, relative)) hasMoved = true;
    return hasMoved;
  }

  #addMobilities(body: RigidBody | null, direction: Float64Array): void {
    const { numbers } = this;
    if (body === null) numbers[TOTAL] = 0;
    else body.mobility(this.point, direction, numbers, TOTAL);
    numbers[TOTAL]! += numbers[MOBILITY]!;
  }

  /** Whether anything has moved. */
  #separate(store: Particles, body: RigidBody | null): boolean {
    const { positions, inverseMasses } = store;
    const { count, particles, weights, normal, numbers } = this;
    const share = body === null ? 0 : 1 / body.mass;
    const total = numbers[MOBILITY]! + share;
    if (total === 0) return false;
    let hasMoved = body !== null || !this.#isPinned;
    const push = numbers[DEPTH]! / total;
    if (this.#isPinned) {
      this.#limits.numbers[RESTITUTION] = 1;
      this.#limit(store, body, normal);
    }
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let way = push * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) way = Math.min(way, this.#limits.ways[i]!);
      if (way > ROUNDING) hasMoved = true;
      positions[3 * p]! += way * normal[0]!;
      positions[3 * p + 1]! += way * normal[1]!;
      positions[3 * p + 2]! += way * normal[2]!;
    }
    if (share === 0) return hasMoved;
    for (let k = 0; k < 3; k++) body!.position[k]! -= push * share * normal[k]!;
    return hasMoved;
  }

  /** Of the cloth, as seen from the solid. */
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

  /** Finds how much each particle may gain along a unit vector where some are pinned or held. */
  #limit(store: Particles, body: RigidBody | null, direction: Float64Array): void {
    if (body !== null) body.velocityAt(this.point, this.surface);
    this.#limits.numbers[STEP] = this.numbers[DURATION]!;
    this.#limits.measure(store, this.particles, this.count, this.surface, direction);
  }

  /** The cloth gets an impulse along a unit vector, a body the opposite one. Whether any particle has moved. */
  #exchange(store: Particles, body: RigidBody | null, direction: Float64Array): boolean {
    const { positions, velocities, inverseMasses } = store;
    const { count, particles, weights, numbers } = this;
    const impulse = numbers[IMPULSE]!;
    let hasMoved = false;
    const { speeds, ways } = this.#limits;
    if (this.#isPinned) this.#limit(store, body, direction);
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let change = impulse * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) change = Math.min(change, speeds[i]!);
      let way = numbers[FOLLOW]! * change;
      if (this.#isPinned) way = Math.min(way, ways[i]!);
      if (way > ROUNDING) hasMoved = true;
      for (let k = 0; k < 3; k++) {
        velocities[3 * p + k]! += change * direction[k]!;
        positions[3 * p + k]! += way * direction[k]!;
      }
    }
    if (body === null) return hasMoved;
    for (let k = 0; k < 3; k++) this.#push[k] = -impulse * direction[k]!;
    body.push(this.point, this.#push);
    return true;
  }
}
