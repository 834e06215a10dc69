import type { Particles } from "../cloth/index.js";
import type { Contact } from "./contact.js";

/** The same as `Contact.resolve` for one particle and an immovable solid: most contacts are of this kind. */
export function stopParticle(
  { positions, previousPositions, velocities }: Particles,
  particle: number,
  { normal, surface }: Contact,
  depth: number,
  friction: number,
  duration: number,
): void {
  const p = 3 * particle;
  const nx = normal[0]!;
  const ny = normal[1]!;
  const nz = normal[2]!;
  positions[p]! += depth * nx;
  positions[p + 1]! += depth * ny;
  positions[p + 2]! += depth * nz;
  const vx = velocities[p]! - surface[0]!;
  const vy = velocities[p + 1]! - surface[1]!;
  const vz = velocities[p + 2]! - surface[2]!;
  const approach = -(vx * nx + vy * ny + vz * nz);
  if (!(approach > 0)) return;
  const tx = vx + approach * nx;
  const ty = vy + approach * ny;
  const tz = vz + approach * nz;
  const sliding = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const lost = sliding > friction * approach ? (friction * approach) / sliding : 1;
  velocities[p]! += approach * nx - lost * tx;
  velocities[p + 1]! += approach * ny - lost * ty;
  velocities[p + 2]! += approach * nz - lost * tz;
  // What friction stops has not slid at all in this substep: else cloth would creep down any slope.
  const dx = positions[p]! - previousPositions[p]! - duration * surface[0]!;
  const dy = positions[p + 1]! - previousPositions[p + 1]! - duration * surface[1]!;
  const dz = positions[p + 2]! - previousPositions[p + 2]! - duration * surface[2]!;
  const out = dx * nx + dy * ny + dz * nz;
  positions[p]! -= lost * (dx - out * nx);
  positions[p + 1]! -= lost * (dy - out * ny);
  positions[p + 2]! -= lost * (dz - out * nz);
}
