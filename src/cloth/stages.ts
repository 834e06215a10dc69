import { withRoom } from "../math/grow.js";

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
    this.velocities = withRoom(this.velocities, 3 * count);
    this.positionRates = withRoom(this.positionRates, 3 * count);
    this.velocityRates = withRoom(this.velocityRates, 3 * count);
  }
}
