import type { Vector3 } from "../math/vector.js";
import type { Particles } from "../cloth/index.js";

/** Everything on one side of a plane: a floor, a wall. Immovable (Quddus & Waugh 1.3.3). */
export interface HalfSpace {
  type: "half-space";
  /** A point on its surface, m. */
  point: Vector3;
  /** Out of the solid, into the free side; any length. */
  normal: Vector3;
  /** Coulomb's coefficient. */
  friction: number;
  /** How far off the surface the cloth stays, m. */
  thickness: number;
}

/**
 * Brings particles that have sunk in back to the surface. The contact is inelastic: the approaching speed
 * is lost, and friction takes at most `friction` times as much of the sliding speed (Coulomb).
 */
export function collideHalfSpace(particles: Particles, solid: HalfSpace): void {
  const { count, positions, velocities, inverseMasses } = particles;
  const { point, normal, friction, thickness } = solid;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const nx = normal[0] / length;
  const ny = normal[1] / length;
  const nz = normal[2] / length;
  const surface = point[0] * nx + point[1] * ny + point[2] * nz + thickness;
  for (let p = 0; p < count; p++) {
    if (inverseMasses[p] === 0) continue;
    const i = 3 * p;
    const depth = surface - (positions[i]! * nx + positions[i + 1]! * ny + positions[i + 2]! * nz);
    if (depth <= 0) continue;
    positions[i]! += depth * nx;
    positions[i + 1]! += depth * ny;
    positions[i + 2]! += depth * nz;
    const approach = -(velocities[i]! * nx + velocities[i + 1]! * ny + velocities[i + 2]! * nz);
    if (approach <= 0) continue;
    const tx = velocities[i]! + approach * nx;
    const ty = velocities[i + 1]! + approach * ny;
    const tz = velocities[i + 2]! + approach * nz;
    const sliding = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const kept = sliding > friction * approach ? 1 - (friction * approach) / sliding : 0;
    velocities[i] = kept * tx;
    velocities[i + 1] = kept * ty;
    velocities[i + 2] = kept * tz;
  }
}
