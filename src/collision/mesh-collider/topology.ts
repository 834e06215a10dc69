/** The edges of a triangle mesh, the triangles at each edge, and the closed components. */
export class MeshTopology {
  readonly triangles: Int32Array;
  /** Two vertices each. */
  readonly edges: Int32Array;
  /** The edges of each triangle: from its first corner to its second, to its third, and back. */
  readonly faceEdges: Int32Array;
  /** The first two triangles at each edge; −1 for none. */
  readonly edgeFaces: Int32Array;
  /** Number of triangles at each edge. */
  readonly edgeUses: Int32Array;
  /** 1 if two triangles traverse an edge in opposite directions, as neighbors on one side of a surface do. */
  readonly edgeAgrees: Uint8Array;
  /** 1 for each vertex of a closed component: every edge has two triangles that agree. */
  readonly isClosed: Uint8Array;

  constructor(triangles: Int32Array, vertexCount: number) {
    this.triangles = triangles;
    const numbers = new Map<number, number>();
    const edges: number[] = [];
    this.faceEdges = new Int32Array(triangles.length);
    for (let h = 0; h < triangles.length; h++) {
      const a = triangles[h]!;
      const b = triangles[h % 3 === 2 ? h - 2 : h + 1]!;
      const key = Math.min(a, b) * vertexCount + Math.max(a, b);
      let edge = numbers.get(key);
      if (edge === undefined) {
        edge = edges.length / 2;
        numbers.set(key, edge);
        edges.push(a, b);
      }
      this.faceEdges[h] = edge;
    }
    this.edges = Int32Array.from(edges);
    const edgeCount = edges.length / 2;
    this.edgeFaces = new Int32Array(2 * edgeCount).fill(-1);
    this.edgeUses = new Int32Array(edgeCount);
    this.edgeAgrees = new Uint8Array(edgeCount);
    for (let h = 0; h < triangles.length; h++) {
      const edge = this.faceEdges[h]!;
      const use = this.edgeUses[edge]!;
      if (use < 2) this.edgeFaces[2 * edge + use] = (h - (h % 3)) / 3;
      if (use === 1 && triangles[h] !== edges[2 * edge]) this.edgeAgrees[edge] = 1;
      this.edgeUses[edge] = use + 1;
    }
    this.isClosed = this.#findClosed(vertexCount);
  }

  #findClosed(vertexCount: number): Uint8Array {
    // Union-find: each vertex leads to another one of its component, and the first of them to itself.
    const leads = Int32Array.from({ length: vertexCount }, (_, vertex) => vertex);
    const firstOf = (vertex: number): number => {
      let first = vertex;
      while (leads[first] !== first) first = leads[first] = leads[leads[first]!]!;
      return first;
    };
    const { edges, edgeUses, edgeAgrees } = this;
    for (let e = 0; e < edges.length; e += 2) {
      const a = firstOf(edges[e]!);
      const b = firstOf(edges[e + 1]!);
      leads[Math.max(a, b)] = Math.min(a, b);
    }
    const isOpen = new Uint8Array(vertexCount);
    for (let e = 0; e < edgeUses.length; e++) {
      if (edgeUses[e] !== 2 || edgeAgrees[e] === 0) isOpen[firstOf(edges[2 * e]!)] = 1;
    }
    return Uint8Array.from(leads, (_, vertex) => 1 - isOpen[firstOf(vertex)]!);
  }
}
