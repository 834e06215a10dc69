import { originalOf } from "./lineage.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * The edges that a cut has opened and left whole: borders that were one edge before. Found by looking at all edges,
 * the first time that somebody asks.
 */
export class Lips {
  #lips: Set<number> | null = null;

  constructor(readonly mesh: TriangleMesh) {}

  has(edge: number): boolean {
    this.#lips ??= this.#find();
    return this.#lips.has(edge);
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
