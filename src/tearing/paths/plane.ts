import type { TriangleMesh } from "../../mesh/index.js";
import type { TearPose } from "../tear-pose.js";

/** Heights under this fraction of a triangle's extent are rounding: on a regular mesh many centers lie on the plane. */
const ON_THE_PLANE = 1e-9;

/**
 * The triangles of a vertex that lie below the plane through it, perpendicular to the axis, classified by their centers
 * (Robson, "Partitioning"). A center on the plane counts as below.
 *
 *        above     • direction of the pull
 *              ╲   │   ╱
 *       ────────── v ────────── plane
 *              ╱   │   ╲
 *        below: these go to the copy of v
 *
 * @returns null if one of the two sides is empty: then the vertex cannot split here.
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
    let extent = 0;
    for (let k = 0; k < 3; k++) {
      // Three times the center minus v: (b − v) + (c − v).
      const component = pose.at(b, k) + pose.at(c, k) - 2 * pose.at(vertex, k);
      height += component * axis[k]!;
      extent += Math.abs(component);
    }
    if (height <= ON_THE_PLANE * extent) below.push(mesh.triangleOf(corner));
    total++;
  }
  return below.length === 0 || below.length === total ? null : below;
}
