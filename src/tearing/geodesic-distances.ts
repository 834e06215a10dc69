import { withRoom } from "../math/grow.js";
import { IndexSet } from "../math/index-set.js";
import { MinHeap } from "../math/min-heap.js";
import type { TriangleMesh } from "../mesh/index.js";

/** The shortest ways along edges from some vertices to those around them (Dijkstra). Found anew by each `find`. */
export class GeodesicDistances {
  /** The vertices that are near enough, those that it began with among them. */
  readonly reached = new IndexSet();
  readonly #queue = new MinHeap();
  #lengths = new Float64Array(0);

  /** Length of the way to a vertex that was reached, m. */
  lengthTo(vertex: number): number {
    return this.#lengths[vertex]!;
  }

  /** Finds all that is no farther than `radius`, m. Costs by what is that near and not by the mesh. */
  find(
    mesh: TriangleMesh,
    restLengths: Float64Array,
    from: Iterable<number>,
    radius: number,
  ): void {
    this.#lengths = withRoom(this.#lengths, mesh.vertexCount);
    this.reached.clear();
    this.#queue.clear();
    for (const vertex of from) this.#reach(vertex, 0);
    while (this.#queue.pop()) {
      const { key: way, value: vertex } = this.#queue;
      if (way > this.#lengths[vertex]!) continue; // a shorter way was found since
      for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
        const before = mesh.previous(h);
        const after = way + restLengths[mesh.halfedgeEdges[h]!]!;
        const back = way + restLengths[mesh.halfedgeEdges[before]!]!;
        if (after <= radius) this.#reach(mesh.endOf(h), after);
        if (back <= radius) this.#reach(mesh.halfedgeVertices[before]!, back);
      }
    }
  }

  #reach(vertex: number, way: number): void {
    if (this.reached.has(vertex) && this.#lengths[vertex]! <= way) return;
    this.reached.add(vertex);
    this.#lengths[vertex] = way;
    this.#queue.push(way, vertex);
  }
}
