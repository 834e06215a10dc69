import type { Cloth } from "../cloth/index.js";

/** Totals over all cloths of a world. */
export interface Totals {
  particles: number;
  triangles: number;
  /** Parts that do not hang together, not even by a vertex. */
  pieces: number;
  /** m². */
  restArea: number;
  /** kg. */
  mass: number;
}

export function countTotals(cloths: readonly Cloth[]): Totals {
  const totals: Totals = { particles: 0, triangles: 0, pieces: 0, restArea: 0, mass: 0 };
  for (const { mesh, particles, pieces, rest } of cloths) {
    totals.particles += particles.count;
    totals.triangles += mesh.triangleCount;
    totals.pieces += pieces.count;
    for (let t = 0; t < mesh.triangleCount; t++) totals.restArea += rest.areas[t]!;
    for (let p = 0; p < particles.count; p++) totals.mass += particles.masses[p]!;
  }
  return totals;
}
