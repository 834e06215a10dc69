import { Hash } from "../../math/hash.js";
import type { Ball } from "../../collision/index.js";
import type { Cloth } from "../../cloth/index.js";

/** Digest of the particles and triangles of all cloths, and of all balls. Equal states have equal digests. */
export function stateHash({
  cloths,
  balls,
}: {
  cloths: readonly Cloth[];
  balls: readonly Ball[];
}): string {
  const hash = new Hash();
  for (const { particles, mesh } of cloths) {
    hash.add(particles.positions, 3 * particles.count);
    hash.add(particles.velocities, 3 * particles.count);
    hash.add(particles.inverseMasses, particles.count);
    hash.add(mesh.halfedgeVertices, 3 * mesh.triangleCount);
  }
  for (const { position, rotation, velocity, angularVelocity } of balls) {
    hash.add(position).add(rotation).add(velocity).add(angularVelocity);
  }
  return hash.digest();
}
