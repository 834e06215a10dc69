import { fansOf } from "./fans.js";
import { MeshError, requireEdge } from "./mesh-error.js";
import { splitVertex } from "./split-vertex.js";
import type { EdgeSeparation, TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Opens an edge inside the mesh: each of its triangles gets its own edge. An end on a border is split too, because only
 * the edge connected both sides there (Phillips III.C.2). An end inside the mesh is not split: the tear continues from
 * there. O(valence).
 *
 *     both ends inside: a slit            one end on a border
 *
 *        a          a                        a          a   a'   ← border
 *        |    →    ( )  two edges            |    →      \ /
 *        b          b   on one pair          b            b
 *
 * @returns One record for the edge, then one for every end that was split.
 * @throws MeshError if the edge is already on the border.
 */
export function separateEdge(mesh: TriangleMesh, edge: number): TopologyEdit[] {
  const opened = openEdge(mesh, edge);
  const start = mesh.edgeStart(edge);
  const end = mesh.edgeEnd(edge);
  const edits: TopologyEdit[] = [opened];
  const sides = new Set(opened.ring.map((h) => mesh.triangleOf(h)));
  const stays = mesh.triangleOf(opened.ring[0]!);
  for (const vertex of [start, end]) {
    for (const fan of fansOf(mesh, vertex)) {
      if (fan.includes(stays) || !fan.some((triangle) => sides.has(triangle))) continue;
      edits.push(splitVertex(mesh, vertex, fan));
    }
  }
  return edits;
}

/** Gives every triangle of an edge its own edge. The ends stay connected. */
export function openEdge(mesh: TriangleMesh, edge: number): EdgeSeparation {
  requireEdge(mesh, edge, "separateEdge");
  const ring = mesh.ringOf(edge);
  if (ring.length === 1) {
    throw new MeshError(`separateEdge: edge ${edge} is already on the border`);
  }
  mesh.setRing(edge, [ring[0]!]);
  const newEdges = ring.slice(1).map((h) => mesh.addEdge([h]));
  return { type: "separate-edge", serial: mesh.editCount++, edge, ring, newEdges };
}
