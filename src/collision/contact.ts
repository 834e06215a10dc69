import type { Particles } from "../cloth/index.js";
import type { RigidBody } from "./rigid-body.js";

/**
 * A place where cloth touches a solid: one particle, or a point of an edge or of a triangle with the weights of its
 * particles. It is used over and over.
 *
 * The contact is inelastic: what approaches is stopped, and friction takes at most µ times as much of the sliding speed
 * (Coulomb). A collider is immovable (Quddus & Waugh 1.3.3); a body takes what it gives.
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
  readonly #relative = new Float64Array(3);

  /**
   * Pushes the cloth out by `depth`, and stops it.
   *
   * @param givesWay Whether a body is pushed back, too, each by its share. At last only the cloth is, so that none is left inside.
   */
  resolve(
    store: Particles,
    body: RigidBody | null,
    depth: number,
    friction: number,
    duration: number,
    givesWay: boolean,
  ): void {
    const { count, particles, weights, normal, point } = this;
    const { inverseMasses } = store;
    let mobility = 0;
    for (let i = 0; i < count; i++) {
      mobility += weights[i]! * weights[i]! * inverseMasses[particles[i]!]!;
    }
    if (depth > 0) this.#separate(store, body, depth, mobility, givesWay);

    this.#measureVelocity(store, body);
    const relative = this.#relative;
    const approach = -(
      relative[0]! * normal[0]! +
      relative[1]! * normal[1]! +
      relative[2]! * normal[2]!
    );
    if (!(approach > 0)) return;
    const total = mobility + (body === null ? 0 : body.mobility(point, normal));
    if (total === 0) return;
    const impulse = approach / total;
    this.#push(store, body, normal, impulse, 0);

    let squared = 0;
    for (let k = 0; k < 3; k++) {
      relative[k]! += approach * normal[k]!;
      squared += relative[k]! * relative[k]!;
    }
    if (squared === 0 || friction === 0) return;
    const sliding = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) relative[k]! /= -sliding; // the way that friction pushes
    const across = mobility + (body === null ? 0 : body.mobility(point, relative));
    // What friction stops has not slid at all in this substep: else cloth would creep down any slope.
    this.#push(store, body, relative, Math.min(friction * impulse, sliding / across), duration);
  }

  #separate(
    { positions, inverseMasses }: Particles,
    body: RigidBody | null,
    depth: number,
    mobility: number,
    givesWay: boolean,
  ): void {
    const { count, particles, weights, normal } = this;
    const share = body !== null && givesWay ? 1 / body.mass : 0;
    if (mobility + share === 0) return;
    const push = depth / (mobility + share);
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      const way = push * weights[i]! * inverseMasses[p]!;
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

  /** The cloth gets an impulse along a unit vector, a body the opposite one. */
  #push(
    { positions, velocities, inverseMasses }: Particles,
    body: RigidBody | null,
    direction: Float64Array,
    impulse: number,
    duration: number,
  ): void {
    const { count, particles, weights, point } = this;
    for (let i = 0; i < count; i++) {
      const p = particles[i]!;
      const change = impulse * weights[i]! * inverseMasses[p]!;
      for (let k = 0; k < 3; k++) {
        velocities[3 * p + k]! += change * direction[k]!;
        positions[3 * p + k]! += duration * change * direction[k]!;
      }
    }
    body?.push(point, -impulse * direction[0]!, -impulse * direction[1]!, -impulse * direction[2]!);
  }
}
