import type { Particles } from "../cloth/index.js";
import { DEPTH, DURATION, FRICTION, type Contact } from "./contact.js";

/** The same as `Contact.resolve` for one particle and an immovable solid: most contacts are of this kind. */
export function stopParticle(
  { positions, previousPositions, velocities }: Particles,
  particle: number,
  { normal, surface, numbers }: Contact,
): void {
  const p = 3 * particle;
  const depth = numbers[DEPTH]!;
  const friction = numbers[FRICTION]!;
  const duration = numbers[DURATION]!;
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
  const squared = tx * tx + ty * ty + tz * tz;
  velocities[p]! += approach * nx;
  velocities[p + 1]! += approach * ny;
  velocities[p + 2]! += approach * nz;
  if (squared === 0 || friction === 0) return;
  const sliding = Math.sqrt(squared);
  const inverse = 1 / sliding;
  const lost = Math.min(friction * approach * inverse, 1);
  velocities[p]! -= lost * tx;
  velocities[p + 1]! -= lost * ty;
  velocities[p + 2]! -= lost * tz;
  // What friction stops has not slid at all in this substep, else cloth would creep down any slope; but what other contacts
  // have pushed it by stays.
  const dx = positions[p]! - previousPositions[p]! - duration * surface[0]!;
  const dy = positions[p + 1]! - previousPositions[p + 1]! - duration * surface[1]!;
  const dz = positions[p + 2]! - previousPositions[p + 2]! - duration * surface[2]!;
  const slid = (dx * tx + dy * ty + dz * tz) * inverse;
  if (!(slid > 0)) return;
  const back = lost * Math.min(slid, duration * sliding) * inverse;
  positions[p]! -= back * tx;
  positions[p + 1]! -= back * ty;
  positions[p + 2]! -= back * tz;
}
