import { grown, grownCapacity } from "../math/grow.js";

/**
 * What a Runge–Kutta step keeps while it tries its stages: the velocities at its start (the positions are the previous
 * positions of the particles) and the sums of the rates.
 */
export class Stages {
  velocities = new Float64Array(0);
  positionRates = new Float64Array(0);
  velocityRates = new Float64Array(0);

  /** Makes room for so many particles. */
  fit(count: number): void {
    if (this.velocities.length >= 3 * count) return;
    const length = grownCapacity(this.velocities.length, 3 * count);
    this.velocities = grown(this.velocities, length);
    this.positionRates = grown(this.positionRates, length);
    this.velocityRates = grown(this.velocityRates, length);
  }
}
