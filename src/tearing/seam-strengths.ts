import { IndexSet } from "../math/index-set.js";
import { Attached, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";

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
  /** Of each of these edges: its strength, and the two vertices by which the seam has its direction there. */
  readonly #strengths: Attached;
  readonly #between: Attached<Int32Array>;
  #editCount: number;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#editCount = mesh.editCount;
    this.#strengths = new Attached(mesh, "edge", Float64Array);
    this.#between = new Attached(mesh, "edge", Int32Array, { width: 2 });
  }

  /**
   * Makes a seam of some edges. Where several seams run along an edge, the weakest counts.
   *
   * @param from With `to`, for each edge two vertices of the seam between which it lies, by which its direction there is
   *   told: a line that is laid along the edges of a mesh zigzags. Absent: the ends of the edge.
   */
  add(
    edges: readonly number[],
    strength: number,
    from?: readonly number[],
    to?: readonly number[],
  ): void {
    if (edges.length > 0) this.least = Math.min(this.least, strength);
    for (const [i, edge] of edges.entries()) {
      const start = this.#mesh.edgeStart(edge);
      const end = this.#mesh.edgeEnd(edge);
      this.#vertices.add(start).add(end);
      if (this.#edges.has(edge) && this.#strengths.values[edge]! <= strength) continue;
      this.#set(edge, strength, from?.[i] ?? start, to?.[i] ?? end);
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
    return this.#edges.has(edge) ? this.#strengths.values[edge]! : 1;
  }

  /** With `toOf`: two vertices between which the seam runs where it has this edge. */
  fromOf(edge: number): number {
    return this.#between.values[2 * edge]!;
  }

  toOf(edge: number): number {
    return this.#between.values[2 * edge + 1]!;
  }

  /** Follows an edit that the mesh has made already; one that it has followed before changes nothing. */
  replay(edit: TopologyEdit): void {
    if (edit.serial < this.#editCount) return;
    this.#editCount = edit.serial + 1;
    if (edit.type === "split-vertex") {
      if (this.#vertices.has(edit.vertex)) this.#vertices.add(edit.newVertex);
    } else if (edit.type === "split-edge" && this.#edges.has(edit.edge)) {
      this.#strengths.replay(edit);
      this.#between.replay(edit);
      this.#edges.add(edit.newEdge);
      this.#vertices.add(edit.newVertex);
    }
  }

  #set(edge: number, strength: number, from: number, to: number): void {
    this.#strengths.values[edge] = strength;
    this.#between.values[2 * edge] = from;
    this.#between.values[2 * edge + 1] = to;
    this.#edges.add(edge);
  }
}
