import { grown, grownCapacity } from "../math/grow.js";

/** What a Runge–Kutta step keeps while it tries its stages: the state at its start, and the sums of the rates. */
export class Stages {
  positions = new Float64Array(0);
  velocities = new Float64Array(0);
  positionRates = new Float64Array(0);
  velocityRates = new Float64Array(0);

  /** Makes room for so many particles. */
  fit(count: number): void {
    if (this.positions.length >= 3 * count) return;
    const length = grownCapacity(this.positions.length, 3 * count);
    this.positions = grown(this.positions, length);
    this.velocities = grown(this.velocities, length);
    this.positionRates = grown(this.positionRates, length);
    this.velocityRates = grown(this.velocityRates, length);
  }
}
