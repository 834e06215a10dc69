import type { TriangleMesh } from "../../mesh/index.js";
import type { ContactMemory } from "./contact-memory.js";

const NONE = 0xffffffff;

/**
 * Writes the triangles of a cloth: their particles, which particles and edges belong to which triangle, and what lies on
 * the other side of the edges that a triangle owns.
 *
 * @param first Number of the first particle of the cloth among those of all cloths.
 * @param firstTriangle The same for its triangles.
 */
export function writeTopology(
  mesh: TriangleMesh,
  { triangles, opposites }: Pick<ContactMemory, "triangles" | "opposites">,
  first: number,
  firstTriangle: number,
): void {
  const { halfedgeVertices, halfedgeEdges, edgeHalfedges, vertexHalfedges, nextOnEdge } = mesh;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const at = 4 * (firstTriangle + t);
    let own = 0;
    for (let k = 0; k < 3; k++) {
      const h = 3 * t + k;
      const vertex = halfedgeVertices[h]!;
      triangles[at + k] = first + vertex;
      if (vertexHalfedges[vertex] === h) own |= 1 << k;
      opposites[at + k] = NONE;
      if (edgeHalfedges[halfedgeEdges[h]!] !== h) continue;
      own |= 8 << k;
      const other = nextOnEdge[h]!;
      if (other !== h) opposites[at + k] = first + halfedgeVertices[mesh.previous(other)]!;
    }
    triangles[at + 3] = own;
  }
}
