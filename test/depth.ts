import type { World } from "../src/sim/index.js";

const point = new Float64Array(3);
const normal = new Float64Array(3);

/** The penetration depth of the deepest free particle in a collider, m; negative if all are outside. */
export function deepestInside({ cloths, colliders }: World): number {
  let deepest = -Infinity;
  for (const { particles } of cloths) {
    for (let p = 0; p < particles.count; p++) {
      if (particles.inverseMasses[p] === 0) continue; // pinned particles may be anywhere
      for (let k = 0; k < 3; k++) point[k] = particles.positions[3 * p + k]!;
      for (const { solid } of colliders) {
        deepest = Math.max(deepest, -solid.distanceAt(point, normal));
      }
    }
  }
  return deepest;
}
