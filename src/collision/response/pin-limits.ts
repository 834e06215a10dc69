import type { Particles } from "../../cloth/index.js";

/** Places in `numbers`. */
export const RESTITUTION = 0;
export const STEP = 1;

/** Of each particle along the direction, m/s, and of the surface. */
const along = new Float64Array(3);
const own = new Float64Array(1);

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
  readonly ways = new Float64Array(3);
  /** RESTITUTION, 0 or 1; and how long the substep is, s. */
  readonly numbers = new Float64Array(2);

  /** For an impulse along a unit vector, from a surface with some velocity. */
  measure(
    store: Particles,
    particles: Int32Array,
    count: number,
    surface: Float64Array,
    direction: Float64Array,
  ): void {
    const { positions, previousPositions, velocities } = store;
    const step = this.numbers[STEP]!;
    own[0] = 0;
    for (let k = 0; k < 3; k++) own[0] += surface[k]! * direction[k]!;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      along[i] = 0;
      for (let k = 0; k < 3; k++) along[i]! += velocities[p + k]! * direction[k]!;
    }
    this.#limit(store, particles, count, this.speeds);
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      let way = 0;
      for (let k = 0; k < 3; k++) {
        way += (positions[p + k]! - previousPositions[p + k]!) * direction[k]!;
      }
      along[i] = way / step;
    }
    this.#limit(store, particles, count, this.ways);
    let surfaceSpeed = 0;
    for (let k = 0; k < 3; k++) surfaceSpeed += surface[k]! * surface[k]!;
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      if (store.held[particles[i]!] === 1) {
        let ownSpeed = 0;
        for (let k = 0; k < 3; k++) ownSpeed += velocities[p + k]! * velocities[p + k]!;
        // What another contact has pushed it by is not made up for: see `moveHeld`.
        const most = Math.sqrt(ownSpeed) + Math.sqrt(surfaceSpeed);
        this.ways[i] = Math.min(this.ways[i]!, most);
      }
      this.ways[i]! *= step;
    }
  }

  #limit(
    { inverseMasses, held }: Particles,
    particles: Int32Array,
    count: number,
    gains: Float64Array,
  ): void {
    let isHeld = false;
    let coming = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[particles[i]!] !== 0 && held[particles[i]!] === 0) continue;
      isHeld = true;
      coming = Math.max(coming, own[0]! - along[i]!);
    }
    const most = own[0]! + this.numbers[RESTITUTION]! * coming;
    for (let i = 0; i < count; i++) {
      if (held[particles[i]!] === 1) gains[i] = Math.max(0, own[0]! - along[i]!);
      else gains[i] = isHeld ? Math.max(0, most - along[i]!) : Infinity;
    }
  }
}
