import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * The fans of a vertex: its triangles in groups that are connected by edges at the vertex. A regular vertex has one
 * group; a vertex that alone connects two parts has two. Fans and their triangles are in the order of the vertex's
 * corners. O(valence).
 */
export function fansOf(mesh: TriangleMesh, vertex: number): number[][] {
  const corners = [...mesh.cornersOf(vertex)];
  const fanOfCorner = new Map<number, number>();
  const crossedEdges = new Set<number>();
  let fanCount = 0;
  for (const first of corners) {
    if (fanOfCorner.has(first)) continue;
    const fan = fanCount++;
    const open = [first];
    fanOfCorner.set(first, fan);
    for (let corner = open.pop(); corner !== undefined; corner = open.pop()) {
      for (const halfedge of [corner, mesh.previous(corner)]) {
        const edge = mesh.halfedgeEdges[halfedge]!;
        if (crossedEdges.has(edge)) continue;
        crossedEdges.add(edge);
        // Each halfedge of an edge at the vertex either starts there or ends there.
        for (let h = mesh.nextOnEdge[halfedge]!; h !== halfedge; h = mesh.nextOnEdge[h]!) {
          const neighbor = mesh.halfedgeVertices[h] === vertex ? h : mesh.next(h);
          if (fanOfCorner.has(neighbor)) continue;
          fanOfCorner.set(neighbor, fan);
          open.push(neighbor);
        }
      }
    }
  }
  const fans = Array.from({ length: fanCount }, (): number[] => []);
  for (const corner of corners) fans[fanOfCorner.get(corner)!]!.push(mesh.triangleOf(corner));
  return fans;
}
