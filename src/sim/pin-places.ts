import { grown, grownCapacity } from "../math/grow.js";

/** Which pin holds each particle, and where that particle belongs: one row a particle, so that edits cost O(1). */
export class PinPlaces {
  /** Number of the pin that holds each particle, from 1; 0: none. */
  pins: Int32Array;
  /** Where each held particle was when its pin took hold, m, three a particle. */
  homes: Float64Array;

  constructor(count: number) {
    this.pins = new Int32Array(count);
    this.homes = new Float64Array(3 * count);
  }

  take(particle: number, pin: number, positions: Float64Array): void {
    this.pins[particle] = pin;
    for (let k = 0; k < 3; k++) this.homes[3 * particle + k] = positions[3 * particle + k]!;
  }

  /** A new particle at `t` between two, which are the same for a copy: held where one pin holds both. Which one, or 0. */
  replay(particle: number, from: number, to: number, t: number): number {
    if (particle >= this.pins.length) {
      const capacity = grownCapacity(this.pins.length, particle + 1);
      this.pins = grown(this.pins, capacity);
      this.homes = grown(this.homes, 3 * capacity);
    }
    const pin = this.pins[from] === this.pins[to] ? this.pins[from]! : 0;
    this.pins[particle] = pin;
    for (let k = 0; k < 3; k++) {
      const home = this.homes[3 * from + k]!;
      this.homes[3 * particle + k] = home + t * (this.homes[3 * to + k]! - home);
    }
    return pin;
  }

  /** The latest particle is no more. */
  undo(particle: number): void {
    this.pins[particle] = 0;
  }
}
