import { ensureCapacity } from "../math/grow.js";
import { IndexSet } from "../math/index-set.js";
import { MinHeap } from "../math/min-heap.js";
import type { TriangleMesh } from "../mesh/index.js";

/**
 * Shortest distances along edges from some vertices to those around them (Dijkstra). Each `find` starts a new search.
 */
export class GeodesicDistances {
  /** The vertices within the radius, including the start vertices. */
  readonly reached = new IndexSet();
  readonly #queue = new MinHeap();
  #distances = new Float64Array(0);

  /** Distance to a vertex that was reached, m. */
  distanceTo(vertex: number): number {
    return this.#distances[vertex]!;
  }

  /** Finds all vertices within `radius`, m. The cost grows with the number of vertices found, not with the mesh. */
  find(
    mesh: TriangleMesh,
    restLengths: Float64Array,
    from: Iterable<number>,
    radius: number,
  ): void {
    this.#distances = ensureCapacity(this.#distances, mesh.vertexCount);
    this.reached.clear();
    this.#queue.clear();
    for (const vertex of from) this.#reach(vertex, 0);
    while (this.#queue.pop()) {
      const { key: distance, value: vertex } = this.#queue;
      if (distance > this.#distances[vertex]!) continue; // a shorter path was found since
      for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
        const before = mesh.previous(h);
        const after = distance + restLengths[mesh.halfedgeEdges[h]!]!;
        const back = distance + restLengths[mesh.halfedgeEdges[before]!]!;
        if (after <= radius) this.#reach(mesh.endOf(h), after);
        if (back <= radius) this.#reach(mesh.halfedgeVertices[before]!, back);
      }
    }
  }

  #reach(vertex: number, distance: number): void {
    if (this.reached.has(vertex) && this.#distances[vertex]! <= distance) return;
    this.reached.add(vertex);
    this.#distances[vertex] = distance;
    this.#queue.push(distance, vertex);
  }
}
