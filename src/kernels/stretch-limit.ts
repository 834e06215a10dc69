import { distance } from "../math/vector.js";
import type { Cloth, StretchLimit } from "../cloth/index.js";

/**
 * Super-elongation (Provot; Önal 2.1.1): once through all edges in the order of their numbers, an edge that is longer
 * than `ratio` times its rest length is drawn together to it. The ends share the way by their inverse masses, equally
 * when they weigh the same, so the centre of mass stays; an end that is held does not move. Velocities change by what the
 * positions did, and the impulse of that is kept: it is a part of the tension of the edge. An edge that is drawn together
 * draws at its neighbours: what the pass did to a length is known only when it is over.
 */
export function limitStretch(cloth: Cloth, limit: StretchLimit, dt: number): void {
  const { mesh, rest } = cloth;
  const { positions, velocities, inverseMasses } = cloth.particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const { ratio } = limit;
  limit.fit(edgeCount);
  const { removed, impulses } = limit;
  addLengths(cloth, removed, 1);
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
    const pull = excess / ((wa + wb) * length); // kg, times the vector from a to b
    impulses[edge]! += (pull * length) / dt;
    for (let n = 0; n < 3; n++) {
      const part = pull * (n === 0 ? dx : n === 1 ? dy : dz);
      positions[ia + n]! += wa * part;
      positions[ib + n]! -= wb * part;
      velocities[ia + n]! += (wa * part) / dt;
      velocities[ib + n]! -= (wb * part) / dt;
    }
  }
  addLengths(cloth, removed, -1);
}

/** Adds the length of every edge, times a factor. */
function addLengths(
  { mesh, particles: { positions } }: Cloth,
  into: Float64Array,
  factor: number,
): void {
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    into[edge]! += factor * distance(positions, 3 * halfedgeVertices[h]!, 3 * mesh.endOf(h));
  }
}
