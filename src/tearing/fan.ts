import type { TriangleMesh } from "../mesh/index.js";

/** The edges and triangles round a vertex that hang together with one of its edges, in the order in which they lie. */
export interface Fan {
  /** From border to border, or once round, starting with the given edge. */
  edges: number[];
  /** The triangle between each edge and the next; the last one of a closed fan lies between the last edge and the first. */
  triangles: number[];
  /** Whether it goes all the way round the vertex. */
  isClosed: boolean;
}

/**
 * Walks from triangle to triangle round a vertex (Phillips III.C.2). O(valence).
 *
 *     border                       border
 *      e0 ╲  t0 │ e1  t1 │ e2  t2 ╱ e3
 *          ╲    │        │       ╱
 *            ───────  v  ───────
 *
 * @returns null where more than two triangles meet on an edge of the fan: there is no such order then.
 */
export function fanAt(mesh: TriangleMesh, vertex: number, edge: number): Fan | null {
  const { halfedgeEdges, nextOnEdge } = mesh;
  // Back to the border first, or once round.
  let start = mesh.edgeHalfedges[edge]!;
  for (;;) {
    const across = nextOnEdge[start]!;
    if (nextOnEdge[across] !== start) return null; // the mesh branches
    if (across === start) break;
    start = turn(mesh, vertex, across);
    if (halfedgeEdges[start] === edge) break;
  }
  const firstEdge = halfedgeEdges[start]!;
  const edges = [firstEdge];
  const triangles: number[] = [];
  for (let h = start; ;) {
    triangles.push(mesh.triangleOf(h));
    const other = turn(mesh, vertex, h);
    const otherEdge = halfedgeEdges[other]!;
    if (otherEdge === firstEdge) return { edges, triangles, isClosed: true };
    edges.push(otherEdge);
    h = nextOnEdge[other]!;
    if (nextOnEdge[h] !== other) return null; // the mesh branches
    if (h === other) return { edges, triangles, isClosed: false };
  }
}

/** From one edge of a triangle at the vertex to its other one. */
function turn(mesh: TriangleMesh, vertex: number, halfedge: number): number {
  return mesh.halfedgeVertices[halfedge] === vertex ? mesh.previous(halfedge) : mesh.next(halfedge);
}
