import { IndexSet } from "../math/index-set.js";
import { Attached, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";

/**
 * The edges along which a cloth is weaker, or stronger, than elsewhere: perforations, stitches. It follows the edits of
 * the mesh. An edge that has separated stays in the set; callers check its triangles.
 */
export class SeamStrengths {
  /** The smallest strength of any seam, at most 1: under this fraction of the limit nothing tears. */
  minStrength = 1;
  readonly #mesh: TriangleMesh;
  readonly #edges = new IndexSet();
  /** The ends of these edges, with all their copies. No other vertex can be on a seam. */
  readonly #vertices = new IndexSet();
  /** Per seam edge: its strength, and the two vertices that define the direction of the seam there. */
  readonly #strengths: Attached;
  readonly #directionEnds: Attached<Int32Array>;
  #editCount: number;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#editCount = mesh.editCount;
    this.#strengths = new Attached(mesh, "edge", Float64Array);
    this.#directionEnds = new Attached(mesh, "edge", Int32Array, { width: 2 });
  }

  /**
   * Turns edges into a seam. If several seams share an edge, the weakest counts.
   *
   * @param from With `to`, for each edge two vertices of the seam on both sides of it, which define the direction of
   *   the seam there: a line along mesh edges zigzags. Absent: the ends of the edge.
   */
  add(
    edges: readonly number[],
    strength: number,
    from?: readonly number[],
    to?: readonly number[],
  ): void {
    if (edges.length > 0) this.minStrength = Math.min(this.minStrength, strength);
    for (const [i, edge] of edges.entries()) {
      const start = this.#mesh.edgeStart(edge);
      const end = this.#mesh.edgeEnd(edge);
      this.#vertices.add(start).add(end);
      if (this.#edges.has(edge) && this.#strengths.values[edge]! <= strength) continue;
      this.#set(edge, strength, from?.[i] ?? start, to?.[i] ?? end);
    }
  }

  /** Removes all seams, so that they can be added again after edits were undone. O(seam edges). */
  clear(): void {
    this.minStrength = 1;
    this.#edges.clear();
    this.#vertices.clear();
    this.#editCount = this.#mesh.editCount;
  }

  /** True if a vertex may be on a seam; false if it is on none. */
  isNear(vertex: number): boolean {
    return this.#vertices.has(vertex);
  }

  isSeam(edge: number): boolean {
    return this.#edges.has(edge);
  }

  /** Strength of an edge across it, as a factor of the strength of the cloth; 1 if it is not on a seam. */
  strengthOf(edge: number): number {
    return this.#edges.has(edge) ? this.#strengths.values[edge]! : 1;
  }

  /** With `toOf`: two vertices that give the direction of the seam at this edge. */
  fromOf(edge: number): number {
    return this.#directionEnds.values[2 * edge]!;
  }

  toOf(edge: number): number {
    return this.#directionEnds.values[2 * edge + 1]!;
  }

  /** Replays an edit that the mesh has already made. An edit that was replayed before changes nothing. */
  replay(edit: TopologyEdit): void {
    if (edit.serial < this.#editCount) return;
    this.#editCount = edit.serial + 1;
    if (edit.type === "split-vertex") {
      if (this.#vertices.has(edit.vertex)) this.#vertices.add(edit.newVertex);
    } else if (edit.type === "split-edge" && this.#edges.has(edit.edge)) {
      this.#strengths.replay(edit);
      this.#directionEnds.replay(edit);
      this.#edges.add(edit.newEdge);
      this.#vertices.add(edit.newVertex);
    }
  }

  #set(edge: number, strength: number, from: number, to: number): void {
    this.#strengths.values[edge] = strength;
    this.#directionEnds.values[2 * edge] = from;
    this.#directionEnds.values[2 * edge + 1] = to;
    this.#edges.add(edge);
  }
}
