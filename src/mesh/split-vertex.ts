import { MeshError, requireVertex } from "./mesh-error.js";
import type { VertexSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Duplicates a vertex: the given triangles, all of them at the vertex, go over to the copy. An edge with
 * triangles on both sides is duplicated, an edge whose triangles all move goes along (Robson's rule).
 * No triangle appears or vanishes. O(valence).
 *
 *      \ 0 | 1 /                 \ 0 |   | 1 /
 *       \  |  /     triangle      \  |   |  /
 *     ─── vertex ───  1 and 2   ─── vertex  copy ───
 *       /  |  \      move         /  |   |  \
 *      / 3 | 2 \                 / 3 |   | 2 \
 *
 * @throws MeshError when a triangle is not at the vertex or stands twice, or when none would move or stay.
 */
export function splitVertex(
  mesh: TriangleMesh,
  vertex: number,
  triangles: readonly number[],
): VertexSplit {
  requireVertex(mesh, vertex, "splitVertex");
  const corners = [...mesh.cornersOf(vertex)];
  const movedCorners = cornersToMove(mesh, vertex, corners, triangles);
  const moving = new Set(movedCorners);
  const newVertex = mesh.addVertex(vertex, vertex, 0);

  // Which edges are divided is decided before anything moves. An edge at the vertex is divided when its ring
  // holds halfedges of triangles on both sides.
  const dividedEdges: number[] = [];
  const rings: number[][] = [];
  const seen = new Set<number>();
  for (const corner of movedCorners) {
    for (const halfedge of [corner, mesh.previous(corner)]) {
      const edge = mesh.halfedgeEdges[halfedge]!;
      if (seen.has(edge)) continue;
      seen.add(edge);
      const ring = mesh.ringOf(edge);
      if (ring.every(moves)) continue; // the edge goes over whole
      dividedEdges.push(edge);
      rings.push(ring);
    }
  }
  const newEdges = rings.map((ring, i) => {
    mesh.setRing(
      dividedEdges[i]!,
      ring.filter((h) => !moves(h)),
    );
    return mesh.addEdge(ring.filter(moves));
  });
  // Both lists keep the old order, so that sums over corners do not depend on the history of the lists.
  mesh.setCorners(
    vertex,
    corners.filter((corner) => !moving.has(corner)),
  );
  mesh.setCorners(newVertex, movedCorners);
  return {
    type: "split-vertex",
    serial: mesh.editCount++,
    vertex,
    newVertex,
    movedCorners,
    dividedEdges,
    newEdges,
    corners,
    rings,
  };

  /** Whether a halfedge that starts or ends at the vertex belongs to a triangle that moves. */
  function moves(halfedge: number): boolean {
    return moving.has(halfedge) || moving.has(mesh.next(halfedge));
  }
}

/** The corners of the triangles at the vertex, in the vertex's own order. */
function cornersToMove(
  mesh: TriangleMesh,
  vertex: number,
  corners: readonly number[],
  triangles: readonly number[],
): number[] {
  const wanted = new Set(triangles);
  const moved = corners.filter((corner) => wanted.delete(mesh.triangleOf(corner)));
  for (const triangle of wanted) {
    throw new MeshError(`splitVertex: triangle ${triangle} is not at vertex ${vertex}`);
  }
  if (moved.length !== triangles.length) {
    throw new MeshError(`splitVertex: a triangle of vertex ${vertex} is named twice`);
  }
  if (moved.length === 0 || moved.length === corners.length) {
    throw new MeshError(
      `splitVertex: at least one triangle of vertex ${vertex} has to move and one to stay`,
    );
  }
  return moved;
}
