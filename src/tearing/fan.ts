import type { TriangleMesh } from "../mesh/index.js";

/** The edges and triangles around a vertex that are connected to one of its edges, in order. */
export interface Fan {
  /** From border to border, or once around, starting with the given edge. */
  edges: number[];
  /**
   * The triangle between each edge and the next. The last one of a closed fan lies between the last edge and the first.
   */
  triangles: number[];
  /** True if it goes once around the vertex. */
  isClosed: boolean;
}

/**
 * Walks from triangle to triangle around a vertex (Phillips III.C.2). O(valence).
 *
 *     border                       border
 *      e0 ╲  t0 │ e1  t1 │ e2  t2 ╱ e3
 *          ╲    │        │       ╱
 *            ───────  v  ───────
 *
 * @returns null if more than two triangles share an edge of the fan: then there is no such order.
 */
export function fanAt(mesh: TriangleMesh, vertex: number, edge: number): Fan | null {
  const { halfedgeEdges, nextOnEdge } = mesh;
  // Back to the border first, or once around.
  let start = mesh.edgeHalfedges[edge]!;
  for (;;) {
    const across = nextOnEdge[start]!;
    if (nextOnEdge[across] !== start) return null; // non-manifold edge
    if (across === start) break;
    start = otherHalfedge(mesh, vertex, across);
    if (halfedgeEdges[start] === edge) break;
  }
  const firstEdge = halfedgeEdges[start]!;
  const edges = [firstEdge];
  const triangles: number[] = [];
  for (let h = start; ;) {
    triangles.push(mesh.triangleOf(h));
    const other = otherHalfedge(mesh, vertex, h);
    const otherEdge = halfedgeEdges[other]!;
    if (otherEdge === firstEdge) return { edges, triangles, isClosed: true };
    edges.push(otherEdge);
    h = nextOnEdge[other]!;
    if (nextOnEdge[h] !== other) return null; // non-manifold edge
    if (h === other) return { edges, triangles, isClosed: false };
  }
}

/** The other halfedge at the vertex in the same triangle. */
function otherHalfedge(mesh: TriangleMesh, vertex: number, halfedge: number): number {
  return mesh.halfedgeVertices[halfedge] === vertex ? mesh.previous(halfedge) : mesh.next(halfedge);
}
