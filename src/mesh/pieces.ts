import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * How many parts a mesh has fallen into. Parts that still hang together by a single vertex are one piece;
 * a vertex without triangles is none.
 */
export function countPieces(mesh: TriangleMesh): number {
  const roots = new Int32Array(mesh.vertexCount);
  for (let v = 0; v < roots.length; v++) roots[v] = v;
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (roots[root] !== root) {
      roots[root] = roots[roots[root]!]!; // halve the path on the way
      root = roots[root]!;
    }
    return root;
  };
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const a = rootOf(mesh.halfedgeVertices[h]!);
    const b = rootOf(mesh.endOf(h));
    if (a !== b) roots[Math.max(a, b)] = Math.min(a, b);
  }
  let pieces = 0;
  for (let v = 0; v < roots.length; v++) {
    if (roots[v] === v && mesh.vertexHalfedges[v] !== -1) pieces++;
  }
  return pieces;
}
