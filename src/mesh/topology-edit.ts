/**
 * The record of one mesh operation, as numbers. Stores that follow the mesh (particles, elements, render buffers,
 * recorder) replay these records instead of scanning the whole mesh. `undo` takes them in reverse order. Records are
 * plain data: they can be posted to another thread or written to a file.
 */
export type TopologyEdit = VertexSplit | EdgeSplit | EdgeSeparation;

/** `splitVertex`: some corners of a vertex moved to a copy. */
export interface VertexSplit {
  type: "split-vertex";
  /** Index among all edits of the mesh, from 0. */
  serial: number;
  /** The split vertex; it keeps the other corners. */
  vertex: number;
  /** The copy. */
  newVertex: number;
  /** The corners (halfedges) that moved to the copy. */
  movedCorners: number[];
  /** Edges with triangles on both sides of the split; each keeps those that stayed. */
  dividedEdges: number[];
  /** The copy of each divided edge, with the triangles that moved; same order as `dividedEdges`. */
  newEdges: number[];
  /** All corners of the vertex before the split, in order. */
  corners: number[];
  /** The halfedges of each divided edge before the split, in order. */
  rings: number[][];
}

/** `splitEdge`: a new vertex on an edge; every triangle of the edge is divided in two. */
export interface EdgeSplit {
  type: "split-edge";
  /** Index among all edits of the mesh, from 0. */
  serial: number;
  /** The edge; it keeps the part from `start` to the new vertex. */
  edge: number;
  /** Start of the edge before the split. */
  start: number;
  /** End of the edge before the split. */
  end: number;
  /** Position of the new vertex: 0 at the start, 1 at the end. */
  t: number;
  newVertex: number;
  /** The edge from the new vertex to `end`. */
  newEdge: number;
  /** The divided triangles; each keeps the part at `start`. */
  triangles: number[];
  /** The new triangles: the parts at `end`, in the order of `triangles`. */
  newTriangles: number[];
  /** The new edges between both parts, from the new vertex to the far corner, in the order of `triangles`. */
  crossEdges: number[];
  /** The edge of each divided triangle from `start` to its far corner; the old part keeps it. */
  startEdges: number[];
  /** The edge of each divided triangle from `end` to its far corner; it moved to the new part. */
  endEdges: number[];
  /**
   * The corner of each divided triangle that moved from `end` to the new vertex. The first corner of each new triangle
   * is at `end`.
   */
  movedCorners: number[];
  /** The corner of each new triangle at the new vertex. */
  newCorners: number[];
}

/** An edge with several triangles was opened: each triangle has its own edge now. */
export interface EdgeSeparation {
  type: "separate-edge";
  /** Index among all edits of the mesh, from 0. */
  serial: number;
  /** The edge; it keeps the first of its halfedges. */
  edge: number;
  /** The halfedges of the edge before, in order. */
  ring: number[];
  /** The new edges of all halfedges except the first, in the order of `ring`. */
  newEdges: number[];
}

/** The origin of the new vertex of an edit: at `t` between two older vertices, which are equal for a copy. */
export function originOf(edit: VertexSplit | EdgeSplit): { from: number; to: number; t: number } {
  return edit.type === "split-vertex"
    ? { from: edit.vertex, to: edit.vertex, t: 0 }
    : { from: edit.start, to: edit.end, t: edit.t };
}
