import type { TriangleMesh } from "../mesh/index.js";

/** A box in texture space: its lower and its upper corner, borders included. */
export type UvBox = readonly [
  low: readonly [u: number, v: number],
  high: readonly [u: number, v: number],
];

/** The vertices with a corner inside a uv box, in rising order. */
export function selectByUv(mesh: TriangleMesh, box: UvBox): number[] {
  const [low, high] = box;
  const selected = new Set<number>();
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const u = mesh.uvs[2 * h]!;
    const v = mesh.uvs[2 * h + 1]!;
    if (u >= low[0] && u <= high[0] && v >= low[1] && v <= high[1]) {
      selected.add(mesh.halfedgeVertices[h]!);
    }
  }
  return [...selected].toSorted((a, b) => a - b);
}
