import { distance } from "../math/vector.js";
import type { Cloth, StretchLimit } from "../cloth/index.js";

/**
 * Super-elongation (Provot; Önal 2.1.1): once through all edges in the order of their numbers, an edge that is longer
 * than `ratio` times its rest length is drawn together to it. The ends share the way by their inverse masses, equally
 * when they weigh the same, so the centre of mass stays; an end that is held does not move. Velocities change by what the
 * positions did, and the impulse of that is kept: it is a part of the tension of the edge. Lengths
 * are looked at before the pass: an edge that is drawn together draws at its neighbours.
 */
export function limitStretch(cloth: Cloth, limit: StretchLimit, dt: number): void {
  const { mesh, rest } = cloth;
  const { positions, velocities, inverseMasses } = cloth.particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const { ratio } = limit;
  const { impulses, lengths } = limit;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const length = distance(positions, 3 * halfedgeVertices[h]!, 3 * mesh.endOf(h));
    lengths[edge] = Math.max(lengths[edge]!, length);
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const a = halfedgeVertices[h]!;
    const b = mesh.endOf(h);
    const ia = 3 * a;
    const ib = 3 * b;
    const dx = positions[ib]! - positions[ia]!;
    const dy = positions[ib + 1]! - positions[ia + 1]!;
    const dz = positions[ib + 2]! - positions[ia + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const excess = length - ratio * rest.lengths[edge]!;
    if (!(excess > 0)) continue;
    const wa = inverseMasses[a]!;
    const wb = inverseMasses[b]!;
    if (wa + wb === 0) continue;
    const way = excess / ((wa + wb) * length); // kg, times the vector from a to b
    const push = way / dt;
    impulses[edge]! += push * length;
    positions[ia]! += wa * way * dx;
    positions[ia + 1]! += wa * way * dy;
    positions[ia + 2]! += wa * way * dz;
    positions[ib]! -= wb * way * dx;
    positions[ib + 1]! -= wb * way * dy;
    positions[ib + 2]! -= wb * way * dz;
    velocities[ia]! += wa * push * dx;
    velocities[ia + 1]! += wa * push * dy;
    velocities[ia + 2]! += wa * push * dz;
    velocities[ib]! -= wb * push * dx;
    velocities[ib + 1]! -= wb * push * dy;
    velocities[ib + 2]! -= wb * push * dz;
  }
}
