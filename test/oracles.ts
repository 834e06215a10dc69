import type { TriangleMesh } from "../src/mesh/index.js";

/** The lowest vertex connected to each vertex, by brute force over all triangles. */
export function floodFill(mesh: TriangleMesh): Int32Array {
  const roots = Int32Array.from({ length: mesh.vertexCount }, (_, v) => v);
  for (let changed = true; changed;) {
    changed = false;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const corners = [0, 1, 2].map((i) => mesh.halfedgeVertices[3 * t + i]!);
      const lowest = Math.min(...corners.map((v) => roots[v]!));
      for (const v of corners) {
        if (roots[v] === lowest) continue;
        roots[v] = lowest;
        changed = true;
      }
    }
  }
  return roots;
}

/** The number of connected components, by brute force; a vertex without triangles does not count. */
export function countPieces(mesh: TriangleMesh): number {
  const used = new Set(mesh.halfedgeVertices.slice(0, 3 * mesh.triangleCount));
  const roots = floodFill(mesh);
  return [...used].filter((v) => roots[v] === v).length;
}

/** Numbers in ascending order. */
export function rising(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
