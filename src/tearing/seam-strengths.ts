import { grown, grownCapacity } from "../math/grow.js";
import { IndexSet } from "../math/index-set.js";
import type { TopologyEdit, TriangleMesh } from "../mesh/index.js";

/**
 * The edges along which a cloth is weaker, or stronger, than elsewhere: perforated paper, stitches. It follows the edits of
 * the mesh. An edge that has come apart is no seam any more; who asks looks at its triangles.
 */
export class SeamStrengths {
  /** The least strength of any, at most 1: no part of the limit under it lets anything tear. */
  least = 1;
  readonly #mesh: TriangleMesh;
  readonly #edges = new IndexSet();
  /** The ends of these edges, and all that splits have made of them: nobody else needs to be asked. */
  readonly #vertices = new IndexSet();
  /** Of each of these edges. */
  #strengths = new Float64Array(64);
  #editCount: number;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#editCount = mesh.editCount;
  }

  /** Makes a seam of some edges. Where several seams run along an edge, the weakest counts. */
  add(edges: readonly number[], strength: number): void {
    this.least = Math.min(this.least, strength);
    for (const edge of edges) {
      this.#set(
        edge,
        this.#edges.has(edge) ? Math.min(strength, this.#strengths[edge]!) : strength,
      );
      this.#vertices.add(this.#mesh.edgeStart(edge)).add(this.#mesh.edgeEnd(edge));
    }
  }

  /** Forgets all seams, to be told them anew: after edits were taken back. O(their edges). */
  clear(): void {
    this.least = 1;
    this.#edges.clear();
    this.#vertices.clear();
    this.#editCount = this.#mesh.editCount;
  }

  /** Whether a vertex may be on a seam; false: it is on none. */
  isNear(vertex: number): boolean {
    return this.#vertices.has(vertex);
  }

  isSeam(edge: number): boolean {
    return this.#edges.has(edge);
  }

  /** What of the strength of the cloth an edge bears across it: 1 where there is no seam. */
  strengthOf(edge: number): number {
    return this.#edges.has(edge) ? this.#strengths[edge]! : 1;
  }

  /** Follows an edit that the mesh has made already; one that it has followed before changes nothing. */
  replay(edit: TopologyEdit): void {
    if (edit.serial < this.#editCount) return;
    this.#editCount = edit.serial + 1;
    if (edit.type === "split-vertex") {
      if (this.#vertices.has(edit.vertex)) this.#vertices.add(edit.newVertex);
    } else if (edit.type === "split-edge" && this.#edges.has(edit.edge)) {
      this.#set(edit.newEdge, this.#strengths[edit.edge]!);
      this.#vertices.add(edit.newVertex);
    }
  }

  #set(edge: number, strength: number): void {
    const capacity = grownCapacity(this.#strengths.length, edge + 1);
    this.#strengths = grown(this.#strengths, capacity);
    this.#strengths[edge] = strength;
    this.#edges.add(edge);
  }
}
