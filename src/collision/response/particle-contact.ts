import type { Particles } from "../../cloth/index.js";
import type { Contact } from "./contact.js";

/** Scratch of `moveConstrained`. */
const free = new Float64Array(3);

/**
 * The same as `Contact.resolve` for one particle and an immovable solid, which is the most frequent kind of contact.
 */
export function resolveParticleContact(store: Particles, particle: number, contact: Contact): void {
  const { positions, previousPositions, velocities, constrained } = store;
  const { normal, surface, depth, friction, duration } = contact;
  const p = 3 * particle;
  const nx = normal[0]!;
  const ny = normal[1]!;
  const nz = normal[2]!;
  if (constrained[particle] === 1) moveConstrained(store, particle, contact);
  else {
    positions[p]! += depth * nx;
    positions[p + 1]! += depth * ny;
    positions[p + 2]! += depth * nz;
  }
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
  // What friction stops has not slid at all in this substep. Otherwise cloth would creep down any slope. Displacements
  // by other contacts stay.
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

/**
 * Moves a particle with an axis or plane constraint along its line or plane until it is far enough out. But the line or
 * plane may lead through a solid. So the particle moves at most as far as the surface pushes it, at most by its depth,
 * and at most by twice the motion of the surface, even if that is almost perpendicular to the line.
 */
function moveConstrained(
  { positions, previousPositions, velocities }: Particles,
  particle: number,
  { normal, surface, depth, duration, constraints }: Contact,
): void {
  constraints!.freeComponent(particle, normal, free);
  let squared = 0;
  let approach = 0;
  let gone = 0;
  let ownSpeed = 0;
  let surfaceSpeed = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * particle + k;
    squared += free[k]! * free[k]!;
    const move = positions[i]! - previousPositions[i]!;
    approach += (duration * surface[k]! - move) * normal[k]!;
    gone += move * free[k]!;
    ownSpeed += velocities[i]! * velocities[i]!;
    surfaceSpeed += surface[k]! * surface[k]!;
  }
  if (!(squared > 0 && approach > 0)) return;
  // Two contacts that push it back and forth along its line would amplify each other from round to round.
  const reach = duration * (Math.sqrt(ownSpeed) + Math.sqrt(surfaceSpeed));
  const push = Math.min(depth, approach);
  const norm = Math.sqrt(squared);
  const left = Math.max(0, 2 * reach - gone / norm);
  const move = Math.min(push / norm, 2 * push, left) / norm;
  for (let k = 0; k < 3; k++) positions[3 * particle + k]! += move * free[k]!;
}
