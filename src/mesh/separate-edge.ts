import { fansOf } from "./fans.js";
import { MeshError, requireEdge } from "./mesh-error.js";
import { splitVertex } from "./split-vertex.js";
import type { EdgeSeparation, TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Opens an edge inside the mesh: each of its triangles gets an edge of its own. An end on a border splits too,
 * because nothing but the edge held the two sides together there (Phillips III.C.2); an end inside the mesh
 * stays whole, and is where the tear will go on. O(valence).
 *
 *     both ends inside: a slit            one end on a border
 *
 *        a          a                        a          a   a'   ← border
 *        |    →    ( )  two edges            |    →      \ /
 *        b          b   on one pair          b            b
 *
 * @returns One record for the edge, then one for every end that split.
 * @throws MeshError when the edge is on the border already.
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

/** Gives every triangle of an edge an edge of its own, and leaves the ends joined. */
export function openEdge(mesh: TriangleMesh, edge: number): EdgeSeparation {
  requireEdge(mesh, edge, "separateEdge");
  const ring = mesh.ringOf(edge);
  if (ring.length === 1) {
    throw new MeshError(`separateEdge: edge ${edge} is on the border already`);
  }
  mesh.setRing(edge, [ring[0]!]);
  const newEdges = ring.slice(1).map((h) => mesh.addEdge([h]));
  return { type: "separate-edge", serial: mesh.editCount++, edge, ring, newEdges };
}
