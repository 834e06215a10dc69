import type { World } from "../src/sim/index.js";

/** The speed of the fastest particle of all cloths, m/s; NaN if one is NaN. */
export function fastest({ cloths }: World): number {
  let squared = 0;
  for (const { particles } of cloths) {
    const { velocities, count } = particles;
    for (let i = 0; i < 3 * count; i += 3) {
      const [x, y, z] = [velocities[i]!, velocities[i + 1]!, velocities[i + 2]!];
      const own = x * x + y * y + z * z;
      if (!(own <= squared)) squared = own;
    }
  }
  return Math.sqrt(squared);
}
