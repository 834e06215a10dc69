import { grown, grownCapacity, withSpare } from "../math/grow.js";

/** What a mesh is built from: the form that generators and file readers give. SI units. */
export interface MeshData {
  /** Three coordinates a vertex, in metres. */
  positions: Float64Array;
  /** Three vertex numbers a triangle. */
  triangles: Int32Array;
  /** Two texture coordinates a corner, in the order of `triangles`. */
  uvs: Float64Array;
}

/**
 * The connectivity of a triangle mesh as flat index arrays. Positions live elsewhere.
 *
 * Corner, halfedge and position in the index buffer are one number: halfedge `h` belongs to triangle
 * ⌊h / 3⌋ and runs from its corner `halfedgeVertices[h]` to the next corner of that triangle.
 *
 *            c                     halfedges of triangle t:
 *           / \                      3t     a → b
 *     3t+2 /   \ 3t+1                3t + 1 b → c
 *         /  t  \                    3t + 2 c → a
 *        a ───── b
 *           3t
 *
 * Two linked lists carry all adjacency and hold on any mesh, manifold or not:
 * - `nextAtVertex` strings together all corners of one vertex, so that two fans which meet in a single
 *   vertex (the case that needs "ghost pairs" in a classic halfedge structure) are simply one list;
 * - `nextOnEdge` closes a ring through all halfedges of one edge: one on a border, two inside, more
 *   where more triangles meet. Directions in the ring are free, so mixed winding is no trouble.
 *
 * Only the operations of this room write these arrays; everybody else reads them.
 */
export class TriangleMesh {
  vertexCount: number;
  edgeCount = 0;
  triangleCount: number;

  /** Start vertex of each halfedge: the index buffer of the mesh. */
  halfedgeVertices: Int32Array;
  /** Edge of each halfedge. */
  halfedgeEdges: Int32Array;
  /** Next halfedge in the ring of the same edge; itself on a border. */
  nextOnEdge: Int32Array;
  /** Next corner of the same vertex, −1 at the end of the list. */
  nextAtVertex: Int32Array;
  /** First corner of each vertex, −1 for an isolated vertex. */
  vertexHalfedges: Int32Array;
  /** The vertex that each vertex was split off from, −1 for an original one: its lineage. */
  vertexParents: Int32Array;
  /** One halfedge of each edge. */
  edgeHalfedges: Int32Array;
  /** Texture coordinates of each corner (u, v). */
  uvs: Float64Array;

  /** A mesh of isolated vertices and unlinked triangles, for `buildMesh` to fill in. */
  constructor(vertexCount: number, triangleCount: number) {
    this.vertexCount = vertexCount;
    this.triangleCount = triangleCount;
    const halfedgeCapacity = 3 * triangleCount;
    const vertexCapacity = withSpare(vertexCount);
    this.halfedgeVertices = new Int32Array(halfedgeCapacity);
    this.halfedgeEdges = new Int32Array(halfedgeCapacity).fill(-1);
    this.nextOnEdge = new Int32Array(halfedgeCapacity);
    this.nextAtVertex = new Int32Array(halfedgeCapacity);
    this.vertexHalfedges = new Int32Array(vertexCapacity).fill(-1);
    this.vertexParents = new Int32Array(vertexCapacity).fill(-1);
    this.edgeHalfedges = new Int32Array(halfedgeCapacity);
    this.uvs = new Float64Array(2 * halfedgeCapacity);
  }

  /** Next halfedge of the same triangle. */
  next(halfedge: number): number {
    return halfedge % 3 === 2 ? halfedge - 2 : halfedge + 1;
  }

  /** Previous halfedge of the same triangle. */
  previous(halfedge: number): number {
    return halfedge % 3 === 0 ? halfedge + 2 : halfedge - 1;
  }

  /** Triangle of a halfedge. */
  triangleOf(halfedge: number): number {
    return (halfedge - (halfedge % 3)) / 3;
  }

  /** End vertex of a halfedge. */
  endOf(halfedge: number): number {
    return this.halfedgeVertices[this.next(halfedge)]!;
  }

  /** One end of an edge; the other is `edgeEnd`. */
  edgeStart(edge: number): number {
    return this.halfedgeVertices[this.edgeHalfedges[edge]!]!;
  }

  edgeEnd(edge: number): number {
    return this.endOf(this.edgeHalfedges[edge]!);
  }

  /** How many triangles meet on an edge: 1 on a border, 2 inside, more where the mesh branches. */
  edgeTriangleCount(edge: number): number {
    const first = this.edgeHalfedges[edge]!;
    let count = 1;
    for (let h = this.nextOnEdge[first]!; h !== first; h = this.nextOnEdge[h]!) count++;
    return count;
  }

  /** Visits every corner of a vertex (a halfedge that starts there) in O(valence), whatever the fans. */
  *cornersOf(vertex: number): Generator<number, void, undefined> {
    for (let h = this.vertexHalfedges[vertex]!; h !== -1; h = this.nextAtVertex[h]!) yield h;
  }

  /** The triangles at a vertex, in O(valence). */
  trianglesOf(vertex: number): number[] {
    return Array.from(this.cornersOf(vertex), (h) => this.triangleOf(h));
  }

  /** The edges at a vertex, each once, in O(valence). */
  edgesOf(vertex: number): number[] {
    const edges = new Set<number>();
    for (const h of this.cornersOf(vertex)) {
      edges.add(this.halfedgeEdges[h]!);
      edges.add(this.halfedgeEdges[this.previous(h)]!);
    }
    return [...edges];
  }

  /** The edge between two vertices, −1 if there is none, in O(valence of a). */
  findEdge(a: number, b: number): number {
    for (let h = this.vertexHalfedges[a]!; h !== -1; h = this.nextAtVertex[h]!) {
      if (this.endOf(h) === b) return this.halfedgeEdges[h]!;
      const back = this.previous(h);
      if (this.halfedgeVertices[back] === b) return this.halfedgeEdges[back]!;
    }
    return -1;
  }

  /** Adds a vertex that comes from `parent` (−1: from nowhere) and has no corners yet. */
  addVertex(parent: number): number {
    const vertex = this.vertexCount++;
    const capacity = grownCapacity(this.vertexHalfedges.length, this.vertexCount);
    this.vertexHalfedges = grown(this.vertexHalfedges, capacity);
    this.vertexParents = grown(this.vertexParents, capacity);
    this.vertexHalfedges[vertex] = -1;
    this.vertexParents[vertex] = parent;
    return vertex;
  }

  /** Adds an edge with a ring of one halfedge. */
  addEdge(halfedge: number): number {
    const edge = this.edgeCount++;
    this.edgeHalfedges = grown(
      this.edgeHalfedges,
      grownCapacity(this.edgeHalfedges.length, this.edgeCount),
    );
    this.edgeHalfedges[edge] = halfedge;
    this.halfedgeEdges[halfedge] = edge;
    this.nextOnEdge[halfedge] = halfedge;
    return edge;
  }

  /** Puts a halfedge into the ring of an edge that exists. */
  linkOnEdge(halfedge: number, edge: number): void {
    const first = this.edgeHalfedges[edge]!;
    this.halfedgeEdges[halfedge] = edge;
    this.nextOnEdge[halfedge] = this.nextOnEdge[first]!;
    this.nextOnEdge[first] = halfedge;
  }

  /** Takes a halfedge out of the ring of its edge, which must hold another one. */
  unlinkFromEdge(halfedge: number): void {
    const edge = this.halfedgeEdges[halfedge]!;
    let before = halfedge;
    while (this.nextOnEdge[before] !== halfedge) before = this.nextOnEdge[before]!;
    this.nextOnEdge[before] = this.nextOnEdge[halfedge]!;
    if (this.edgeHalfedges[edge] === halfedge) this.edgeHalfedges[edge] = before;
  }
}
