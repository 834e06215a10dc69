import { ensureCapacity } from "../math/grow.js";

/**
 * Scratch arrays of a Runge–Kutta step: the velocities at its start and the weighted sums of the rates. The positions
 * at its start are `previousPositions` of the particles.
 */
export class Stages {
  /** m/s, three numbers per particle. */
  velocities = new Float64Array(0);
  /** m/s, three numbers per particle. */
  positionRates = new Float64Array(0);
  /** m/s², three numbers per particle. */
  velocityRates = new Float64Array(0);

  /** Grows the arrays to at least `count` particles. */
  fit(count: number): void {
    this.velocities = ensureCapacity(this.velocities, 3 * count);
    this.positionRates = ensureCapacity(this.positionRates, 3 * count);
    this.velocityRates = ensureCapacity(this.velocityRates, 3 * count);
  }
}
