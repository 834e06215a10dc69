import type { TearableSurface } from "./surface.js";

/** Heights under this part of a triangle's size are rounding: on a regular mesh many centres lie on the plane. */
const ON_THE_PLANE = 1e-9;

/**
 * The triangles of a vertex that lie below the plane through it with the given normal, classed by their
 * centres (Robson, "Partitioning"). A centre on the plane itself counts as below.
 *
 *        above     • far end of the tense edge
 *              ╲   │   ╱
 *       ────────── v ────────── plane
 *              ╱   │   ╲
 *        below: these go to the copy of v
 *
 * @param placeOf The vertex that holds the position of a vertex: itself, or an ancestor.
 * @returns null when one of the two sides would be empty: then the vertex cannot split here.
 */
export function trianglesBelowPlane(
  { mesh, positions }: Pick<TearableSurface, "mesh" | "positions">,
  vertex: number,
  placeOf: (vertex: number) => number,
  normalX: number,
  normalY: number,
  normalZ: number,
): number[] | null {
  const home = 3 * placeOf(vertex);
  const below: number[] = [];
  let total = 0;
  for (const corner of mesh.cornersOf(vertex)) {
    const b = 3 * placeOf(mesh.endOf(corner));
    const c = 3 * placeOf(mesh.halfedgeVertices[mesh.previous(corner)]!);
    // Three times the centre minus v: (b − v) + (c − v).
    const x = positions[b]! + positions[c]! - 2 * positions[home]!;
    const y = positions[b + 1]! + positions[c + 1]! - 2 * positions[home + 1]!;
    const z = positions[b + 2]! + positions[c + 2]! - 2 * positions[home + 2]!;
    const height = x * normalX + y * normalY + z * normalZ;
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (height <= ON_THE_PLANE * size) below.push(mesh.triangleOf(corner));
    total++;
  }
  return below.length === 0 || below.length === total ? null : below;
}
