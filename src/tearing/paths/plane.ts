import type { TriangleMesh } from "../../mesh/index.js";
import type { TearPose } from "../tear-pose.js";

/** Heights under this part of a triangle's size are rounding: on a regular mesh many centres lie on the plane. */
const ON_THE_PLANE = 1e-9;

/**
 * The triangles of a vertex that lie below the plane through it, square to the axis, classed by their centres (Robson,
 * "Partitioning"). A centre on the plane itself counts as below.
 *
 *        above     • where it is pulled to
 *              ╲   │   ╱
 *       ────────── v ────────── plane
 *              ╱   │   ╲
 *        below: these go to the copy of v
 *
 * @returns null when one of the two sides would be empty: then the vertex cannot split here.
 */
export function trianglesBelowPlane(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  axis: ArrayLike<number>,
): number[] | null {
  const below: number[] = [];
  let total = 0;
  for (
    let corner = mesh.vertexHalfedges[vertex]!;
    corner !== -1;
    corner = mesh.nextAtVertex[corner]!
  ) {
    const b = mesh.endOf(corner);
    const c = mesh.halfedgeVertices[mesh.previous(corner)]!;
    let height = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      // Three times the centre minus v: (b − v) + (c − v).
      const part = pose.at(b, k) + pose.at(c, k) - 2 * pose.at(vertex, k);
      height += part * axis[k]!;
      size += Math.abs(part);
    }
    if (height <= ON_THE_PLANE * size) below.push(mesh.triangleOf(corner));
    total++;
  }
  return below.length === 0 || below.length === total ? null : below;
}
