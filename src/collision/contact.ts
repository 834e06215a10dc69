import type { Particles } from "../cloth/index.js";
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

/**
 * A place where cloth touches a solid: one particle, or a point of an edge or of a triangle with the weights of its
 * particles. It is used over and over.
 *
 * The contact is inelastic: what approaches is stopped, and friction takes at most µ times as much of the sliding speed
 * (Coulomb). A collider is immovable (Quddus & Waugh 1.3.3); a body takes what it gives.
 *
 * Beside a pin the free particles are a lever: if a solid meets the cloth at 1 % of the way from a pinned particle to a free
 * one, the free one would have to go a hundred times as far as the solid to keep the cloth off it. Without a pin masses
 * bound the lever, for a contact adds no energy; a pin gives what it takes. So beside one Newton's law of impact is the
 * bound: a free particle parts from the surface no faster than the surface comes at the pinned one, which is a coefficient
 * of restitution of 1, the most that there is. That keeps the cloth off at half the way from the pin and farther; the rest
 * the pin takes, and the cloth there is left in the solid.
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
  /** Of the surface of a collider there, m/s. */
  readonly surface = new Float64Array(3);
  /** DEPTH, FRICTION, DURATION, SHARE. */
  readonly numbers = new Float64Array(8);
  readonly #relative = new Float64Array(3);
  readonly #push = new Float64Array(3);
  readonly #surface = new Float64Array(3);
  /** Speed of each particle along a direction, as seen from the surface, and how much it may gain, m/s. */
  readonly #speeds = new Float64Array(3);
  readonly #gains = new Float64Array(3);
  /** Whether a pin holds some of it. */
  #isPinned = false;

  /** Pushes the cloth out by its depth, and a body back, each by its share; and stops them. */
  resolve(store: Particles, body: RigidBody | null): void {
    const { count, particles, weights, normal, numbers } = this;
    let mobility = 0;
    this.#isPinned = false;
    for (let i = 0; i < count; i++) {
      const inverse = store.inverseMasses[particles[i]!]!;
      mobility += weights[i]! * weights[i]! * inverse;
      if (inverse === 0 && weights[i]! > 0) this.#isPinned = true;
    }
    numbers[MOBILITY] = mobility;
    if (numbers[DEPTH]! > 0) this.#separate(store, body);

    this.#measureVelocity(store, body);
    const relative = this.#relative;
    const approach = -(
      relative[0]! * normal[0]! +
      relative[1]! * normal[1]! +
      relative[2]! * normal[2]!
    );
    if (!(approach > 0)) return;
    this.#addMobilities(body, normal);
    if (numbers[TOTAL] === 0) return;
    const impulse = approach / numbers[TOTAL]!;
    numbers[IMPULSE] = impulse;
    numbers[FOLLOW] = 0;
    this.#exchange(store, body, normal);

    let squared = 0;
    for (let k = 0; k < 3; k++) {
      relative[k]! += approach * normal[k]!;
      squared += relative[k]! * relative[k]!;
    }
    if (squared === 0 || numbers[FRICTION] === 0) return;
    const sliding = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) relative[k]! /= -sliding; // the way that friction pushes
    this.#addMobilities(body, relative);
    numbers[IMPULSE] = Math.min(numbers[FRICTION]! * impulse, sliding / numbers[TOTAL]!);
    // What friction stops has not slid at all in this substep: else cloth would creep down any slope.
    numbers[FOLLOW] = numbers[DURATION]!;
    this.#exchange(store, body, relative);
  }

  #addMobilities(body: RigidBody | null, direction: Float64Array): void {
    const { numbers } = this;
    if (body === null) numbers[TOTAL] = 0;
    else body.mobility(this.point, direction, numbers, TOTAL);
    numbers[TOTAL]! += numbers[MOBILITY]!;
  }

  #separate(store: Particles, body: RigidBody | null): void {
    const { positions, inverseMasses } = store;
    const { count, particles, weights, normal, numbers } = this;
    const share = body === null ? 0 : 1 / body.mass;
    const total = numbers[MOBILITY]! + share;
    if (total === 0) return;
    const push = numbers[DEPTH]! / total;
    if (this.#isPinned) this.#limitWays(store, body);
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let way = push * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) way = Math.min(way, numbers[DURATION]! * this.#gains[i]!);
      positions[3 * p]! += way * normal[0]!;
      positions[3 * p + 1]! += way * normal[1]!;
      positions[3 * p + 2]! += way * normal[2]!;
    }
    if (share === 0) return;
    for (let k = 0; k < 3; k++) body!.position[k]! -= push * share * normal[k]!;
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

  /** Finds what particles beside a pin may gain along the normal, by how far they have gone in this substep. */
  #limitWays(store: Particles, body: RigidBody | null): void {
    const { positions, previousPositions } = store;
    const { count, particles, normal, numbers } = this;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      let way = 0;
      for (let k = 0; k < 3; k++) {
        way += (positions[p + k]! - previousPositions[p + k]!) * normal[k]!;
      }
      this.#speeds[i] = way / numbers[DURATION]!;
    }
    this.#limitGains(store, body, normal);
  }

  /** The same along any unit vector, by how fast they are. */
  #limitSpeeds(store: Particles, body: RigidBody | null, direction: Float64Array): void {
    const { count, particles } = this;
    const { velocities } = store;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      this.#speeds[i] = 0;
      for (let k = 0; k < 3; k++) this.#speeds[i]! += velocities[p + k]! * direction[k]!;
    }
    this.#limitGains(store, body, direction);
  }

  /** None may part from the surface faster than that comes at what is pinned. */
  #limitGains({ inverseMasses }: Particles, body: RigidBody | null, direction: Float64Array): void {
    const { count, particles } = this;
    const surface = this.#surface;
    if (body === null) surface.set(this.surface);
    else body.velocityAt(this.point, surface);
    let own = 0;
    for (let k = 0; k < 3; k++) own += surface[k]! * direction[k]!;
    let coming = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[particles[i]!] === 0) coming = Math.max(coming, own - this.#speeds[i]!);
    }
    for (let i = 0; i < count; i++) {
      this.#gains[i] = Math.max(0, own + coming - this.#speeds[i]!);
    }
  }

  /** The cloth gets an impulse along a unit vector, a body the opposite one. */
  #exchange(store: Particles, body: RigidBody | null, direction: Float64Array): void {
    const { positions, velocities, inverseMasses } = store;
    const { count, particles, weights, numbers } = this;
    const impulse = numbers[IMPULSE]!;
    if (this.#isPinned) this.#limitSpeeds(store, body, direction);
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      let change = impulse * weights[i]! * inverseMasses[p]!;
      if (this.#isPinned) change = Math.min(change, this.#gains[i]!);
      for (let k = 0; k < 3; k++) {
        velocities[3 * p + k]! += change * direction[k]!;
        positions[3 * p + k]! += numbers[FOLLOW]! * change * direction[k]!;
      }
    }
    if (body === null) return;
    for (let k = 0; k < 3; k++) this.#push[k] = -impulse * direction[k]!;
    body.push(this.point, this.#push);
  }
}
