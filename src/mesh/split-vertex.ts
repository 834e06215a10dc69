import { IndexSet } from "../math/index-set.js";
import { MeshError, requireVertex } from "./mesh-error.js";
import type { VertexSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

// Reused by each split: a tear allocates only its record.
const selected = new IndexSet();
const moving = new IndexSet();
const seen = new IndexSet();

/**
 * Duplicates a vertex: the given triangles at the vertex move to the copy. An edge with triangles on both sides is
 * duplicated; an edge whose triangles all move goes with them (Robson's rule). The number of triangles does not change.
 * O(valence).
 *
 *      \ 0 | 1 /                 \ 0 |   | 1 /
 *       \  |  /     triangle      \  |   |  /
 *     ─── vertex ───  1 and 2   ─── vertex  copy ───
 *       /  |  \      move         /  |   |  \
 *      / 3 | 2 \                 / 3 |   | 2 \
 *
 * @throws MeshError if a triangle is not at the vertex or is listed twice, or if none would move or stay.
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

  // The divided edges are determined before anything moves. An edge at the vertex is divided if its ring contains
  // halfedges of triangles on both sides.
  const dividedEdges: number[] = [];
  const rings: number[][] = [];
  seen.clear();
  for (const corner of movedCorners) {
    collectDivided(corner);
    collectDivided(mesh.previous(corner));
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

  /** Records the edge of a moving halfedge, once, if some of its halfedges stay. */
  function collectDivided(halfedge: number): void {
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

  /** True if a halfedge at the vertex belongs to a triangle that moves. */
  function moves(halfedge: number): boolean {
    return moving.has(halfedge) || moving.has(mesh.next(halfedge));
  }
}

/** The corners of the triangles at the vertex, in the order of the vertex. */
function cornersToMove(
  mesh: TriangleMesh,
  vertex: number,
  corners: readonly number[],
  triangles: readonly number[],
): number[] {
  selected.clear();
  for (const triangle of triangles) selected.add(triangle);
  if (selected.size !== triangles.length) {
    throw new MeshError(`splitVertex: a triangle of vertex ${vertex} is listed twice`);
  }
  const moved: number[] = [];
  for (const corner of corners) if (selected.has(mesh.triangleOf(corner))) moved.push(corner);
  if (moved.length !== selected.size) {
    const atVertex = new Set(corners.map((corner) => mesh.triangleOf(corner)));
    const stranger = triangles.find((triangle) => !atVertex.has(triangle));
    throw new MeshError(`splitVertex: triangle ${stranger} is not at vertex ${vertex}`);
  }
  if (moved.length === 0 || moved.length === corners.length) {
    throw new MeshError(
      `splitVertex: at least one triangle of vertex ${vertex} must move, and at least one must stay`,
    );
  }
  return moved;
}
