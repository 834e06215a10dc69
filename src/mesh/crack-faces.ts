import type { BladePoint } from "./blade-events.js";
import { originalOf } from "./lineage.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A point whose opposite corner has less weight than this is on the crack face. */
const ON_FACE = 1e-6;

/**
 * The edges that a cut has opened without splitting them: border edges that were one edge before. They are searched
 * among all edges on first use.
 */
export class CrackFaces {
  #edges: Set<number> | null = null;

  constructor(readonly mesh: TriangleMesh) {}

  /** True if the edge is a crack face. */
  has(edge: number): boolean {
    if (this.mesh.edgeTriangleCount(edge) > 1) return false;
    this.#edges ??= this.#find();
    return this.#edges.has(edge);
  }

  /**
   * The vertex of an older cut at which a trace should start that enters over a border; −1 if it can start where it
   * enters. It starts at the mouth of the older cut if that is the closer end of the border edge. Over a crack face it
   * starts at the end that it is about to pass, if it passes on the near side. From the interior of the crack face it
   * would only cut off a tiny fragment, or duplicate the older cut.
   *
   *           c
   *          ╱ ╲
   *         ╱   ╲ ← passes `to` in the half that is closer to it
   *        ╱  __·╲──
   *     from ─×── to          the crack face
   */
  startVertex(first: BladePoint, second: BladePoint): number {
    const { mesh } = this;
    if (first.edge === -1 || mesh.edgeTriangleCount(first.edge) > 1) return -1;
    const [from, to] = [mesh.edgeStart(first.edge), mesh.edgeEnd(first.edge)];
    const nearer = first.t < 0.5 ? from : to;
    const corners = mesh.cornersIn(mesh.triangleOf(mesh.edgeHalfedges[first.edge]!));
    if (!this.has(first.edge)) {
      const far = corners.find((vertex) => vertex !== from && vertex !== to)!;
      return mesh.findEdges(nearer, far).some((edge) => this.has(edge)) ? nearer : -1;
    }
    const weightOf = (vertex: number): number => {
      if (second.edge === -1) return second.weights[corners.indexOf(vertex)]!;
      if (mesh.edgeStart(second.edge) === vertex) return 1 - second.t;
      return mesh.edgeEnd(second.edge) === vertex ? second.t : 0;
    };
    // Continue straight until the weight of one end is 0 and only those of the other end and of c remain.
    const towardsTo = first.t / (1 - first.t) < weightOf(to) / weightOf(from);
    const [ahead, behind] = towardsTo ? [to, from] : [from, to];
    const weight = towardsTo ? 1 - first.t : first.t;
    const lost = weight - weightOf(behind);
    const far = 1 - weightOf(from) - weightOf(to);
    if (far < ON_FACE) return nearer;
    return (far * weight) / lost < 0.5 ? ahead : -1;
  }

  #find(): Set<number> {
    const { mesh } = this;
    const edges = new Set<number>();
    const firstBetween = new Map<number, number>();
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const h = mesh.edgeHalfedges[edge]!;
      if (mesh.nextOnEdge[h] !== h) continue;
      const [a, b] = [originalOf(mesh, mesh.edgeStart(edge)), originalOf(mesh, mesh.edgeEnd(edge))];
      const ends = Math.min(a, b) * mesh.vertexCount + Math.max(a, b);
      const first = firstBetween.get(ends);
      if (first === undefined) firstBetween.set(ends, edge);
      else edges.add(first).add(edge);
    }
    return edges;
  }
}
