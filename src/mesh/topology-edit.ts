/**
 * What one mesh operation did, in numbers alone. Every store that follows the mesh (particles, elements,
 * render buffers, recorder) replays these records instead of looking at the whole mesh again, and `undo`
 * takes them back in reverse order. Records are plain data: they can be posted to another thread or written
 * to a file.
 */
export type TopologyEdit = VertexSplit | EdgeSplit | EdgeSeparation;

/** `splitVertex`: some corners of a vertex went to a copy of it. */
export interface VertexSplit {
  type: "split-vertex";
  /** Its place among all edits of the mesh, from 0. */
  serial: number;
  /** The vertex that was split and keeps the other corners. */
  vertex: number;
  /** The copy. */
  newVertex: number;
  /** The corners (halfedges) that went to the copy. */
  movedCorners: number[];
  /** Edges that had triangles on both sides of the split; each keeps those that stayed … */
  dividedEdges: number[];
  /** … and the copy with the same place in this list took those that moved. */
  newEdges: number[];
  /** All corners of the vertex before the split, in their order. */
  corners: number[];
  /** The halfedges of each divided edge before the split, in their order. */
  rings: number[][];
}

/** `splitEdge`: a new vertex on an edge, and every triangle of the edge divided in two. */
export interface EdgeSplit {
  type: "split-edge";
  /** Its place among all edits of the mesh, from 0. */
  serial: number;
  /** The edge; it keeps the part from `start` to the new vertex. */
  edge: number;
  /** Its two ends before the split. */
  start: number;
  end: number;
  /** Where the new vertex lies between them: 0 at the start, 1 at the end. */
  t: number;
  newVertex: number;
  /** The edge from the new vertex to `end`. */
  newEdge: number;
  /** The divided triangles; each keeps the part at `start` … */
  triangles: number[];
  /** … the new one with the same place in this list is the part at `end` … */
  newTriangles: number[];
  /** … and this new edge lies between the two, from the new vertex to the far corner. */
  crossEdges: number[];
  /** The other edges of each divided triangle: from `start` to its far corner, which the old part keeps … */
  startEdges: number[];
  /** … and from `end` to its far corner, which went to the new part. */
  endEdges: number[];
  /** The corner of each divided triangle that went from `end` to the new vertex. The first corner of its new triangle … */
  movedCorners: number[];
  /** … is at `end`, and this one at the new vertex. */
  newCorners: number[];
}

/** An edge with several triangles was opened: each triangle has an edge of its own now. */
export interface EdgeSeparation {
  type: "separate-edge";
  /** Its place among all edits of the mesh, from 0. */
  serial: number;
  /** The edge; it keeps the first of its halfedges. */
  edge: number;
  /** The halfedges of the edge before, in their order. */
  ring: number[];
  /** The new edges of all halfedges but the first, in the order of `ring`. */
  newEdges: number[];
}

/** Where the new vertex of an edit comes from: it lies at `t` between two older ones, which are the same for a copy. */
export function originOf(edit: VertexSplit | EdgeSplit): { from: number; to: number; t: number } {
  return edit.type === "split-vertex"
    ? { from: edit.vertex, to: edit.vertex, t: 0 }
    : { from: edit.start, to: edit.end, t: edit.t };
}
