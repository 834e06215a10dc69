import type { Particles } from "../cloth/index.js";
import type { Wind } from "./options.js";

/** Sets the air at every particle. */
export function blow({ velocity }: Wind, particles: Particles): void {
  const { count, winds } = particles;
  const x = velocity[0];
  const y = velocity[1];
  const z = velocity[2];
  for (let p = 0; p < count; p++) {
    winds[3 * p] = x;
    winds[3 * p + 1] = y;
    winds[3 * p + 2] = z;
  }
}
