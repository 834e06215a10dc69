import { distance } from "../math/vector.js";
import type { Cloth, StretchLimit } from "../cloth/index.js";

/**
 * Super-elongation limit (Provot; Önal 2.1.1): one pass over all edges in the order of their indices shortens each edge
 * that is longer than `ratio` times its rest length to that length. The ends share the displacement by their inverse
 * masses, so the center of mass does not move; a pinned end does not move. Velocities change with the positions, and
 * the impulse is recorded as part of the tension of the edge. Lengths are measured before the pass, because shortening
 * an edge stretches its neighbors.
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
    const correction = excess / ((wa + wb) * length); // kg; w · correction · (b − a) is a displacement
    const impulse = correction / dt;
    impulses[edge]! += impulse * length;
    positions[ia]! += wa * correction * dx;
    positions[ia + 1]! += wa * correction * dy;
    positions[ia + 2]! += wa * correction * dz;
    positions[ib]! -= wb * correction * dx;
    positions[ib + 1]! -= wb * correction * dy;
    positions[ib + 2]! -= wb * correction * dz;
    velocities[ia]! += wa * impulse * dx;
    velocities[ia + 1]! += wa * impulse * dy;
    velocities[ia + 2]! += wa * impulse * dz;
    velocities[ib]! -= wb * impulse * dx;
    velocities[ib + 1]! -= wb * impulse * dy;
    velocities[ib + 2]! -= wb * impulse * dz;
  }
}
