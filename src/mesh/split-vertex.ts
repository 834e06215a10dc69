import { IndexSet } from "../math/index-set.js";
import { MeshError, requireVertex } from "./mesh-error.js";
import type { VertexSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

// Filled anew by each split: a tear should leave no garbage but its record.
const wanted = new IndexSet();
const moving = new IndexSet();
const seen = new IndexSet();

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
  const corners: number[] = [];
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) corners.push(h);
  const movedCorners = cornersToMove(mesh, vertex, corners, triangles);
  moving.clear();
  for (const corner of movedCorners) moving.add(corner);
  const newVertex = mesh.addVertex(vertex, vertex, 0);

  // Which edges are divided is decided before anything moves. An edge at the vertex is divided when its ring
  // holds halfedges of triangles on both sides.
  const dividedEdges: number[] = [];
  const rings: number[][] = [];
  seen.clear();
  for (const corner of movedCorners) {
    lookAt(corner);
    lookAt(mesh.previous(corner));
  }
  const newEdges: number[] = [];
  for (let i = 0; i < rings.length; i++) {
    const stayingHalfedges: number[] = [];
    const movingHalfedges: number[] = [];
    for (const h of rings[i]!) (moves(h) ? movingHalfedges : stayingHalfedges).push(h);
    mesh.setRing(dividedEdges[i]!, stayingHalfedges);
    newEdges.push(mesh.addEdge(movingHalfedges));
  }
  // Both lists keep the old order, so that sums over corners do not depend on the history of the lists.
  const stayingCorners: number[] = [];
  for (const corner of corners) if (!moving.has(corner)) stayingCorners.push(corner);
  mesh.setCorners(vertex, stayingCorners);
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

  /** Notes the edge of a halfedge that moves, once, if some of its halfedges stay. */
  function lookAt(halfedge: number): void {
    const edge = mesh.halfedgeEdges[halfedge]!;
    if (seen.has(edge)) return;
    seen.add(edge);
    const ring = mesh.ringOf(edge);
    for (const h of ring) {
      if (moves(h)) continue;
      dividedEdges.push(edge);
      rings.push(ring);
      return;
    }
  }

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
  wanted.clear();
  for (const triangle of triangles) wanted.add(triangle);
  if (wanted.size !== triangles.length) {
    throw new MeshError(`splitVertex: a triangle of vertex ${vertex} is named twice`);
  }
  const moved: number[] = [];
  for (const corner of corners) if (wanted.has(mesh.triangleOf(corner))) moved.push(corner);
  if (moved.length !== wanted.size) {
    const atVertex = new Set(corners.map((corner) => mesh.triangleOf(corner)));
    const stranger = triangles.find((triangle) => !atVertex.has(triangle));
    throw new MeshError(`splitVertex: triangle ${stranger} is not at vertex ${vertex}`);
  }
  if (moved.length === 0 || moved.length === corners.length) {
    throw new MeshError(
      `splitVertex: at least one triangle of vertex ${vertex} has to move and one to stay`,
    );
  }
  return moved;
}
