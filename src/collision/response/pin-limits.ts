import type { Particles } from "../../cloth/index.js";

/**
 * Limits of what the particles of a contact may gain if some of them are pinned, or constrained to a line or plane.
 *
 * Beside a pin the free particles are a lever. If a solid meets the cloth at 1 % of the distance from a pinned particle
 * to a free one, the free one would have to move a hundred times as far as the solid to keep the cloth off it. Without
 * a pin the masses bound that, because a contact adds no energy. But a pin provides any force. So Newton's law of
 * impact is the bound: along the normal, a free particle separates from the surface no faster than the surface
 * approaches the pinned one. This is a coefficient of restitution of 1, the largest possible. It still keeps the cloth
 * off at half the distance from the pin and farther. The same limit applies beside a particle that is constrained to a
 * line or plane. Friction has no restitution: what the surface drags along moves no faster than the surface. The rest
 * goes to the pin, and the cloth beside it stays inside the solid.
 *
 * A particle that is constrained to a line or plane may also stay inside a solid, if its line or plane leads through
 * it. It moves at most with the surface, and at most by its depth.
 */
export class PinLimits {
  /** Gain of speed of each particle of the contact, m/s. */
  readonly speeds = new Float64Array(3);
  /** How far each particle may still move in this substep, m. */
  readonly displacements = new Float64Array(3);
  /** Coefficient of restitution, 0 or 1. Set it before `measure`. */
  restitution = 0;
  /** Duration of the substep, s. Set it before `measure`. */
  duration = 0;
  /** Speed along the direction, m/s, of each particle and of the surface. */
  readonly #along = new Float64Array(3);
  #surfaceAlong = 0;

  /** Computes the limits for an impulse along a unit vector, from a surface with this velocity, m/s. */
  measure(
    store: Particles,
    particles: Int32Array,
    count: number,
    surface: Float64Array,
    direction: Float64Array,
  ): void {
    const { positions, previousPositions, velocities } = store;
    const { duration, displacements } = this;
    const along = this.#along;
    let surfaceAlong = 0;
    for (let k = 0; k < 3; k++) surfaceAlong += surface[k]! * direction[k]!;
    this.#surfaceAlong = surfaceAlong;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      along[i] = 0;
      for (let k = 0; k < 3; k++) along[i]! += velocities[p + k]! * direction[k]!;
    }
    this.#limit(store, particles, count, this.speeds);
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      let move = 0;
      for (let k = 0; k < 3; k++) {
        move += (positions[p + k]! - previousPositions[p + k]!) * direction[k]!;
      }
      along[i] = move / duration;
    }
    this.#limit(store, particles, count, displacements);
    let surfaceSpeed = 0;
    for (let k = 0; k < 3; k++) surfaceSpeed += surface[k]! * surface[k]!;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      if (store.constrained[particles[i]!] === 1) {
        let ownSpeed = 0;
        for (let k = 0; k < 3; k++) ownSpeed += velocities[p + k]! * velocities[p + k]!;
        // A displacement by another contact is not compensated: see `moveConstrained`.
        const maxSpeed = Math.sqrt(ownSpeed) + Math.sqrt(surfaceSpeed);
        displacements[i] = Math.min(displacements[i]!, maxSpeed);
      }
      displacements[i]! *= duration;
    }
  }

  #limit(
    { inverseMasses, constrained }: Particles,
    particles: Int32Array,
    count: number,
    gains: Float64Array,
  ): void {
    const along = this.#along;
    const own = this.#surfaceAlong;
    let isHeld = false;
    let approach = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[particles[i]!] !== 0 && constrained[particles[i]!] === 0) continue;
      isHeld = true;
      approach = Math.max(approach, own - along[i]!);
    }
    const maxSpeed = own + this.restitution * approach;
    for (let i = 0; i < count; i++) {
      if (constrained[particles[i]!] === 1) gains[i] = Math.max(0, own - along[i]!);
      else gains[i] = isHeld ? Math.max(0, maxSpeed - along[i]!) : Infinity;
    }
  }
}
