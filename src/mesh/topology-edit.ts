/**
 * What one mesh operation did, in numbers alone. Every store that follows the mesh (particles, elements,
 * render buffers, recorder) replays these records instead of looking at the whole mesh again.
 * Records are plain data: they can be posted to another thread or written to a file.
 */
export type TopologyEdit = VertexSplit;

/** `splitVertex`: some corners of a vertex went to a copy of it. */
export interface VertexSplit {
  type: "split-vertex";
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
}
