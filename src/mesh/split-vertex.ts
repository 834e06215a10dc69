import { MeshError } from "./build.js";
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
  const movedCorners = cornersToMove(mesh, vertex, triangles);
  const newVertex = mesh.addVertex(vertex);
  moveCorners(mesh, vertex, newVertex, movedCorners);

  const dividedEdges: number[] = [];
  const newEdges: number[] = [];
  const firstNewEdge = mesh.edgeCount;
  for (const corner of movedCorners) {
    divideEdge(corner);
    divideEdge(mesh.previous(corner));
  }
  return { type: "split-vertex", vertex, newVertex, movedCorners, dividedEdges, newEdges };

  // A halfedge has moved when it now touches the copy.
  function hasMoved(h: number): boolean {
    return mesh.halfedgeVertices[h] === newVertex || mesh.endOf(h) === newVertex;
  }

  function divideEdge(halfedge: number): void {
    const edge = mesh.halfedgeEdges[halfedge]!;
    if (edge >= firstNewEdge) return; // divided already, from the neighbouring triangle
    const ring = [halfedge];
    for (let h = mesh.nextOnEdge[halfedge]!; h !== halfedge; h = mesh.nextOnEdge[h]!) ring.push(h);
    const moved = ring.filter(hasMoved);
    if (moved.length === ring.length) return; // the edge goes over whole
    let newEdge = -1;
    for (const h of moved) {
      mesh.unlinkFromEdge(h);
      if (newEdge === -1) newEdge = mesh.addEdge(h);
      else mesh.linkOnEdge(h, newEdge);
    }
    dividedEdges.push(edge);
    newEdges.push(newEdge);
  }
}

/** The corners of the triangles at the vertex, in the vertex's own order. */
function cornersToMove(mesh: TriangleMesh, vertex: number, triangles: readonly number[]): number[] {
  const wanted = new Set(triangles);
  const corners: number[] = [];
  let staying = 0;
  for (const corner of mesh.cornersOf(vertex)) {
    if (wanted.delete(mesh.triangleOf(corner))) corners.push(corner);
    else staying++;
  }
  for (const triangle of wanted) {
    throw new MeshError(`splitVertex: triangle ${triangle} is not at vertex ${vertex}`);
  }
  if (corners.length !== triangles.length) {
    throw new MeshError(`splitVertex: a triangle of vertex ${vertex} is named twice`);
  }
  if (corners.length === 0 || staying === 0) {
    throw new MeshError(
      `splitVertex: at least one triangle of vertex ${vertex} has to move and one to stay`,
    );
  }
  return corners;
}

function moveCorners(
  mesh: TriangleMesh,
  vertex: number,
  newVertex: number,
  movedCorners: readonly number[],
): void {
  // Both lists keep the old order, so that sums over corners do not depend on the history of the lists.
  let lastStaying = -1;
  let lastMoved = -1;
  let nextToMove = 0;
  let corner = mesh.vertexHalfedges[vertex]!;
  mesh.vertexHalfedges[vertex] = -1;
  while (corner !== -1) {
    const following = mesh.nextAtVertex[corner]!;
    if (corner === movedCorners[nextToMove]) {
      nextToMove++;
      mesh.halfedgeVertices[corner] = newVertex;
      if (lastMoved === -1) mesh.vertexHalfedges[newVertex] = corner;
      else mesh.nextAtVertex[lastMoved] = corner;
      lastMoved = corner;
    } else {
      if (lastStaying === -1) mesh.vertexHalfedges[vertex] = corner;
      else mesh.nextAtVertex[lastStaying] = corner;
      lastStaying = corner;
    }
    mesh.nextAtVertex[corner] = -1;
    corner = following;
  }
}
