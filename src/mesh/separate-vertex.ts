import { fansOf } from "./fans.js";
import { splitVertex } from "./split-vertex.js";
import type { VertexSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Separates parts that are connected by a single vertex (Önal's one-point connections, 3.2.3): every fan of the vertex
 * gets its own vertex. The first fan keeps the old one. A vertex with one fan is not changed. O(valence).
 *
 *     \   /              \   /
 *      \ /                \ /
 *       •        →         •
 *      / \                 •  copy
 *     /   \               / \
 */
export function separateVertex(mesh: TriangleMesh, vertex: number): VertexSplit[] {
  return fansOf(mesh, vertex)
    .slice(1)
    .map((fan) => splitVertex(mesh, vertex, fan));
}
