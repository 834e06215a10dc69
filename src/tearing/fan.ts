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
  const first = mesh.edgeHalfedges[edge]!;
  const there = walk(mesh, vertex, first);
  if (there === null) return null;
  if (there.isClosed)
    return {
      edges: [edge, ...there.edges.slice(0, -1)],
      triangles: there.triangles,
      isClosed: true,
    };
  const second = mesh.nextOnEdge[first]!;
  if (second === first)
    return { edges: [edge, ...there.edges], triangles: there.triangles, isClosed: false };
  const back = walk(mesh, vertex, second);
  if (back === null) return null;
  return {
    edges: [...back.edges.reverse(), edge, ...there.edges],
    triangles: [...back.triangles.reverse(), ...there.triangles],
    isClosed: false,
  };
}

/** Goes on from a halfedge of an edge at the vertex, into its triangle, until a border or back at the edge. */
function walk(mesh: TriangleMesh, vertex: number, from: number): Fan | null {
  const edges: number[] = [];
  const triangles: number[] = [];
  const start = mesh.halfedgeEdges[from]!;
  for (let h = from; ;) {
    if (mesh.nextOnEdge[mesh.nextOnEdge[h]!] !== h) return null; // the mesh branches
    triangles.push(mesh.triangleOf(h));
    // The other edge of this triangle at the vertex.
    const other = mesh.halfedgeVertices[h] === vertex ? mesh.previous(h) : mesh.next(h);
    const edge = mesh.halfedgeEdges[other]!;
    edges.push(edge);
    if (edge === start) return { edges, triangles, isClosed: true };
    const across = mesh.nextOnEdge[other]!;
    if (across === other) return { edges, triangles, isClosed: false };
    h = across;
  }
}
