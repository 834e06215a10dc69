import type { TearableSurface } from "./surface.js";

/** Largest `heldZone`: the search visits about six to its power vertices. */
export const MAX_HELD_ZONE = 4;

/**
 * True if a vertex is held, or if a held one is at most `edges` edges away. Nothing is stored, because pins and grabs
 * come and go.
 *
 * @param vertexCount Vertices from here on are new, and not held: those who hold particles do not know them yet.
 */
export function isNearHeld(
  surface: TearableSurface,
  vertex: number,
  edges: number,
  vertexCount: number,
): boolean {
  if (vertex < vertexCount && surface.isHeld(vertex)) return true;
  if (edges === 0) return false;
  const { mesh } = surface;
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    if (isNearHeld(surface, mesh.endOf(h), edges - 1, vertexCount)) return true;
    const last = mesh.previous(h);
    // Inside the cloth, another triangle usually starts with this edge.
    if (mesh.halfedgeVertices[mesh.nextOnEdge[last]!] === vertex) continue;
    const previous = mesh.halfedgeVertices[last]!;
    if (isNearHeld(surface, previous, edges - 1, vertexCount)) return true;
  }
  return false;
}
