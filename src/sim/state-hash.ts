import { Hash } from "../math/hash.js";
import type { Cloth } from "../cloth/index.js";

/** Digest of the live particle state and the triangle indices of all cloths: equal only for equal bits. */
export function stateHash(cloths: readonly Cloth[]): string {
  const hash = new Hash();
  for (const { particles, mesh } of cloths) {
    hash.add(particles.positions, 3 * particles.count);
    hash.add(particles.velocities, 3 * particles.count);
    hash.add(particles.inverseMasses, particles.count);
    hash.add(mesh.halfedgeVertices, 3 * mesh.triangleCount);
  }
  return hash.digest();
}
