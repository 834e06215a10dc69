import type { Particles } from "../../cloth/index.js";

/**
 * What the particles of a contact may gain where some of them are pinned, or held on a line or in a plane.
 *
 * Beside a pin the free ones are a lever: if a solid meets the cloth at 1 % of the way from a pinned particle to a free one,
 * the free one would have to go a hundred times as far as the solid to keep the cloth off it. Without a pin the masses bound
 * that, for a contact adds no energy; but a pin gives whatever it is asked for. So Newton's law of impact is the bound:
 * along the normal a free particle parts from the surface no faster than the surface comes at the pinned one, which is a
 * coefficient of restitution of 1, the most that there is. That still keeps the cloth off at half the way from the pin and
 * farther. The same limit applies beside a particle that is held on a line or in a plane. Friction has no restitution: what
 * the surface takes along goes no faster than the surface. The rest goes to the pin, and the cloth beside it is left in the
 * solid.
 *
 * What is held on a line or in a plane may stay in a solid too, which its rail leads through. It goes with the surface at
 * most, and never as far as it is in.
 */
export class PinLimits {
  /** m/s, for each particle of the contact. */
  readonly speeds = new Float64Array(3);
  /** m, the same: how far it may still go in this substep. */
  readonly displacements = new Float64Array(3);
  /** Coefficient of restitution, 0 or 1: set it before `measure`. */
  restitution = 0;
  /** Of the substep, s: the same. */
  duration = 0;
  /** Speed along the direction of each particle, m/s, and of the surface. */
  readonly #along = new Float64Array(3);
  #surfaceAlong = 0;

  /** For an impulse along a unit vector, from a surface with some velocity. */
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
      if (store.held[particles[i]!] === 1) {
        let ownSpeed = 0;
        for (let k = 0; k < 3; k++) ownSpeed += velocities[p + k]! * velocities[p + k]!;
        // What another contact has pushed it by is not made up for: see `moveHeld`.
        const most = Math.sqrt(ownSpeed) + Math.sqrt(surfaceSpeed);
        displacements[i] = Math.min(displacements[i]!, most);
      }
      displacements[i]! *= duration;
    }
  }

  #limit(
    { inverseMasses, held }: Particles,
    particles: Int32Array,
    count: number,
    gains: Float64Array,
  ): void {
    const along = this.#along;
    const own = this.#surfaceAlong;
    let isHeld = false;
    let coming = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[particles[i]!] !== 0 && held[particles[i]!] === 0) continue;
      isHeld = true;
      coming = Math.max(coming, own - along[i]!);
    }
    const most = own + this.restitution * coming;
    for (let i = 0; i < count; i++) {
      if (held[particles[i]!] === 1) gains[i] = Math.max(0, own - along[i]!);
      else gains[i] = isHeld ? Math.max(0, most - along[i]!) : Infinity;
    }
  }
}
