import { grown } from "../math/grow.js";
import { AttachedRows, type AttachedElement } from "./attached.js";
import { requireVertex } from "./mesh-error.js";

/** The input of `buildMesh`: the format of generators and file readers. SI units. */
export interface MeshData {
  /** Three coordinates per vertex, m. */
  positions: Float64Array;
  /** Three vertex indices per triangle. */
  triangles: Int32Array;
  /** Two texture coordinates per corner, in the order of `triangles`. */
  uvs: Float64Array;
  /** Named lists of vertices, for pins. */
  groups?: VertexGroups;
}

/** Vertices by group name; a vertex may be in several groups. */
export type VertexGroups = Readonly<Record<string, readonly number[]>>;

/**
 * The connectivity of a triangle mesh as flat index arrays. Positions are stored elsewhere.
 *
 * A corner, its halfedge and its position in the index buffer have the same number: halfedge `h` belongs to triangle ⌊h
 * / 3⌋ and runs from its corner `halfedgeVertices[h]` to the next corner of that triangle.
 *
 *            c                     halfedges of triangle t:
 *           / \                      3t     a → b
 *     3t+2 /   \ 3t+1                3t + 1 b → c
 *         /  t  \                    3t + 2 c → a
 *        a ───── b
 *           3t
 *
 * Two linked lists contain all adjacency, for any mesh, manifold or not:
 * - `nextAtVertex` links all corners of a vertex. Two fans that meet in a single vertex (the case that needs "ghost
 *   pairs" in a classic halfedge structure) are simply one list.
 * - `nextOnEdge` is a ring through all halfedges of an edge: one on a border, two inside, more on a non-manifold edge.
 *   The halfedges of a ring may have any direction, so mixed winding is allowed.
 *
 * Arrays have spare capacity for tears. The counts give the used length, and the rest is 0. Only the operations of this
 * module write the arrays. Arrays of other modules with a row per vertex, edge or triangle grow together with them
 * (`Attached`).
 */
export class TriangleMesh {
  vertexCount: number;
  edgeCount = 0;
  triangleCount: number;
  /** Number of edits that are not undone: the serial number of the next one. */
  editCount = 0;
  /**
   * Capacity of all arrays of each element type, including attached ones.
   *
   * @internal
   */
  readonly rows: Readonly<Record<AttachedElement, AttachedRows>>;

  /** Start vertex of each halfedge: the index buffer of the mesh. */
  halfedgeVertices: Int32Array;
  /** Edge of each halfedge. */
  halfedgeEdges: Int32Array;
  /** Next halfedge in the ring of the same edge; the halfedge itself on a border. */
  nextOnEdge: Int32Array;
  /** Next corner of the same vertex, −1 at the end of the list. */
  nextAtVertex: Int32Array;
  /** First corner of each vertex, −1 for an isolated vertex. */
  vertexHalfedges: Int32Array;
  /**
   * Lineage: the two older vertices between which each vertex was created. A copy has its original twice, an initial
   * vertex has −1 twice.
   */
  vertexOrigins: Int32Array;
  /** Position of a vertex between its two origins: 0 at the first, 1 at the second. */
  originWeights: Float64Array;
  /** One halfedge of each edge. */
  edgeHalfedges: Int32Array;
  /** Texture coordinates of each corner (u, v). */
  uvs: Float64Array;

  /** Creates a mesh of isolated vertices and unlinked triangles, for `buildMesh`. */
  constructor(vertexCount: number, triangleCount: number) {
    this.vertexCount = vertexCount;
    this.triangleCount = triangleCount;
    this.rows = {
      vertex: new AttachedRows(vertexCount),
      // On most meshes an edge has one or two triangles.
      edge: new AttachedRows(triangleCount + (triangleCount >> 1)),
      triangle: new AttachedRows(triangleCount),
    };
    const halfedgeCount = 3 * triangleCount;
    const halfedgeCapacity = 3 * this.rows.triangle.capacity;
    const vertexCapacity = this.rows.vertex.capacity;
    this.halfedgeVertices = new Int32Array(halfedgeCapacity);
    this.halfedgeEdges = new Int32Array(halfedgeCapacity).fill(-1, 0, halfedgeCount);
    this.nextOnEdge = new Int32Array(halfedgeCapacity);
    this.nextAtVertex = new Int32Array(halfedgeCapacity);
    this.uvs = new Float64Array(2 * halfedgeCapacity);
    this.vertexHalfedges = new Int32Array(vertexCapacity).fill(-1, 0, vertexCount);
    this.vertexOrigins = new Int32Array(2 * vertexCapacity).fill(-1, 0, 2 * vertexCount);
    this.originWeights = new Float64Array(vertexCapacity);
    this.edgeHalfedges = new Int32Array(this.rows.edge.capacity);
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

  /** The three vertices of a triangle. */
  cornersIn(triangle: number): [number, number, number] {
    const { halfedgeVertices } = this;
    const h = 3 * triangle;
    return [halfedgeVertices[h]!, halfedgeVertices[h + 1]!, halfedgeVertices[h + 2]!];
  }

  /** Start vertex of an edge; the other end is `edgeEnd`. */
  edgeStart(edge: number): number {
    return this.halfedgeVertices[this.edgeHalfedges[edge]!]!;
  }

  /** End vertex of an edge. */
  edgeEnd(edge: number): number {
    return this.endOf(this.edgeHalfedges[edge]!);
  }

  /** The other end of an edge. */
  otherEnd(edge: number, end: number): number {
    const start = this.edgeStart(edge);
    return start === end ? this.edgeEnd(edge) : start;
  }

  /** The triangles on an edge, in the order of its ring. */
  trianglesOn(edge: number): number[] {
    return this.ringOf(edge).map((h) => this.triangleOf(h));
  }

  /** Number of triangles on an edge: 1 on a border, 2 inside, more on a non-manifold edge. */
  edgeTriangleCount(edge: number): number {
    const first = this.edgeHalfedges[edge]!;
    let count = 1;
    for (let h = this.nextOnEdge[first]!; h !== first; h = this.nextOnEdge[h]!) count++;
    return count;
  }

  /** Visits every corner of a vertex (a halfedge that starts there) in O(valence), across all fans. */
  *cornersOf(vertex: number): Generator<number, void, undefined> {
    requireVertex(this, vertex, "mesh");
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

  /** All halfedges of an edge, starting with `edgeHalfedges[edge]`. */
  ringOf(edge: number): number[] {
    const first = this.edgeHalfedges[edge]!;
    const ring = [first];
    for (let h = this.nextOnEdge[first]!; h !== first; h = this.nextOnEdge[h]!) ring.push(h);
    return ring;
  }

  /**
   * The edge between two vertices, −1 if there is none; of the two crack faces of a slit the lowest. O(valence of a).
   */
  findEdge(a: number, b: number): number {
    return this.findEdges(a, b)[0] ?? -1;
  }

  /** All edges between two vertices, in increasing order: none, one, or the crack faces of a slit. O(valence of a). */
  findEdges(a: number, b: number): number[] {
    return this.edgesOf(a)
      .filter((edge) => this.edgeStart(edge) + this.edgeEnd(edge) === a + b)
      .toSorted((e, f) => e - f);
  }

  /**
   * Adds a vertex at `t` between two older ones, without corners.
   *
   * @internal
   */
  addVertex(originA: number, originB: number, t: number): number {
    const vertex = this.vertexCount++;
    this.#ensureCapacity();
    this.vertexHalfedges[vertex] = -1;
    this.vertexOrigins[2 * vertex] = originA;
    this.vertexOrigins[2 * vertex + 1] = originB;
    this.originWeights[vertex] = t;
    return vertex;
  }

  /**
   * Adds an empty triangle.
   *
   * @internal
   */
  addTriangle(): number {
    const triangle = this.triangleCount++;
    this.#ensureCapacity();
    return triangle;
  }

  /**
   * Adds an edge with the given halfedges.
   *
   * @internal
   */
  addEdge(ring: readonly number[]): number {
    const edge = this.edgeCount++;
    this.#ensureCapacity();
    this.setRing(edge, ring);
    return edge;
  }

  /** Grows the arrays of the mesh, and attached ones, if they are too short. */
  #ensureCapacity(): void {
    const { vertex, edge, triangle } = this.rows;
    if (this.vertexCount > vertex.capacity) {
      vertex.grow(this.vertexCount);
      this.vertexHalfedges = grown(this.vertexHalfedges, vertex.capacity);
      this.vertexOrigins = grown(this.vertexOrigins, 2 * vertex.capacity);
      this.originWeights = grown(this.originWeights, vertex.capacity);
    }
    if (this.edgeCount > edge.capacity) {
      edge.grow(this.edgeCount);
      this.edgeHalfedges = grown(this.edgeHalfedges, edge.capacity);
    }
    if (this.triangleCount > triangle.capacity) {
      triangle.grow(this.triangleCount);
      const halfedgeCapacity = 3 * triangle.capacity;
      this.halfedgeVertices = grown(this.halfedgeVertices, halfedgeCapacity);
      this.halfedgeEdges = grown(this.halfedgeEdges, halfedgeCapacity);
      this.nextOnEdge = grown(this.nextOnEdge, halfedgeCapacity);
      this.nextAtVertex = grown(this.nextAtVertex, halfedgeCapacity);
      this.uvs = grown(this.uvs, 2 * halfedgeCapacity);
    }
  }

  /**
   * Sets the halfedges of an edge, in this order.
   *
   * @internal
   */
  setRing(edge: number, ring: readonly number[]): void {
    this.edgeHalfedges[edge] = ring[0]!;
    for (let i = 0; i < ring.length; i++) {
      this.halfedgeEdges[ring[i]!] = edge;
      this.nextOnEdge[ring[i]!] = ring[i + 1] ?? ring[0]!;
    }
  }

  /**
   * Replaces a halfedge of an edge by another.
   *
   * @internal
   */
  replaceOnEdge(edge: number, halfedge: number, replacement: number): void {
    let before = halfedge;
    while (this.nextOnEdge[before] !== halfedge) before = this.nextOnEdge[before]!;
    const after = this.nextOnEdge[halfedge]!;
    this.nextOnEdge[replacement] = after === halfedge ? replacement : after;
    if (before !== halfedge) this.nextOnEdge[before] = replacement;
    this.halfedgeEdges[replacement] = edge;
    if (this.edgeHalfedges[edge] === halfedge) this.edgeHalfedges[edge] = replacement;
  }

  /**
   * Sets the corners of a vertex, in this order.
   *
   * @internal
   */
  setCorners(vertex: number, corners: readonly number[]): void {
    this.vertexHalfedges[vertex] = corners[0] ?? -1;
    for (let i = 0; i < corners.length; i++) {
      this.halfedgeVertices[corners[i]!] = vertex;
      this.nextAtVertex[corners[i]!] = corners[i + 1] ?? -1;
    }
  }

  /**
   * Inserts a corner into the list of a vertex, after another.
   *
   * @internal
   */
  insertCorner(vertex: number, after: number, corner: number): void {
    this.halfedgeVertices[corner] = vertex;
    this.nextAtVertex[corner] = this.nextAtVertex[after]!;
    this.nextAtVertex[after] = corner;
  }

  /**
   * Removes the newest vertex; its corners must have been moved to others.
   *
   * @internal
   */
  removeLastVertex(): void {
    const vertex = --this.vertexCount;
    this.vertexHalfedges[vertex] = 0;
    this.vertexOrigins.fill(0, 2 * vertex, 2 * vertex + 2);
    this.originWeights[vertex] = 0;
  }

  /**
   * Removes the newest edge; its halfedges must have been moved to others.
   *
   * @internal
   */
  removeLastEdge(): void {
    this.edgeHalfedges[--this.edgeCount] = 0;
  }

  /**
   * Removes the newest triangle; nothing may refer to its halfedges.
   *
   * @internal
   */
  removeLastTriangle(): void {
    const first = 3 * --this.triangleCount;
    this.halfedgeVertices.fill(0, first, first + 3);
    this.halfedgeEdges.fill(0, first, first + 3);
    this.nextOnEdge.fill(0, first, first + 3);
    this.nextAtVertex.fill(0, first, first + 3);
    this.uvs.fill(0, 2 * first, 2 * first + 6);
  }
}
