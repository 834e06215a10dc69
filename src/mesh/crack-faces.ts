import type { BladePoint } from "./blade-events.js";
import { originalOf } from "./lineage.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A point whose far corner weighs less than this lies on the lip. */
const ON_LIP = 1e-6;

/**
 * The edges that a cut has opened and left whole: borders that were one edge before. Found by looking at all edges,
 * the first time that somebody asks.
 */
export class CrackFaces {
  #lips: Set<number> | null = null;

  constructor(readonly mesh: TriangleMesh) {}

  has(edge: number): boolean {
    if (this.mesh.edgeTriangleCount(edge) > 1) return false;
    this.#lips ??= this.#find();
    return this.#lips.has(edge);
  }

  /**
   * The vertex of an older cut in which a trace should begin that comes in over a border, −1 where it may begin where it
   * comes in. It begins in the mouth of the older cut if that is the nearer end of the border. Over a lip it begins in
   * the end that it is about to pass, if it passes it on the near side: from the middle of the lip it would only
   * take a crumb off, or double the older cut.
   *
   *           c
   *          ╱ ╲
   *         ╱   ╲ ← passes `to` in the half that is nearer to it
   *        ╱  __·╲──
   *     from ─×── to          the lip
   */
  beginAt(first: BladePoint, second: BladePoint): number {
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
    // Straight on, until the weight of an end is 0 and only those of the other one and of c are left.
    const towardsTo = first.t / (1 - first.t) < weightOf(to) / weightOf(from);
    const [ahead, behind] = towardsTo ? [to, from] : [from, to];
    const share = towardsTo ? 1 - first.t : first.t;
    const lost = share - weightOf(behind);
    const far = 1 - weightOf(from) - weightOf(to);
    if (far < ON_LIP) return nearer;
    return (far * share) / lost < 0.5 ? ahead : -1;
  }

  #find(): Set<number> {
    const { mesh } = this;
    const lips = new Set<number>();
    const firstBetween = new Map<number, number>();
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const h = mesh.edgeHalfedges[edge]!;
      if (mesh.nextOnEdge[h] !== h) continue;
      const [a, b] = [originalOf(mesh, mesh.edgeStart(edge)), originalOf(mesh, mesh.edgeEnd(edge))];
      const ends = Math.min(a, b) * mesh.vertexCount + Math.max(a, b);
      const first = firstBetween.get(ends);
      if (first === undefined) firstBetween.set(ends, edge);
      else lips.add(first).add(edge);
    }
    return lips;
  }
}
