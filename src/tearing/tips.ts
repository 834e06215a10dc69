import type { Candidates } from "./candidates.js";
import type { TearableSurface } from "./surface.js";

/**
 * True if a tear can continue from a vertex: the end of a tear or a cut, or a vertex that alone connects two pieces. A
 * held vertex is none, because it never splits.
 *
 * @param vertexCount Vertices from here on are new, and not held.
 */
export function isTip(surface: TearableSurface, vertex: number, vertexCount: number): boolean {
  return surface.damage.isWeak(vertex) && !(vertex < vertexCount && surface.isHeld(vertex));
}

/** True if a candidate loads a tip. */
function loadsTip(
  surface: TearableSurface,
  { edges, vertices }: Candidates,
  candidate: number,
): boolean {
  const { mesh } = surface;
  const { vertexCount } = mesh;
  const edge = edges[candidate]!;
  if (edge === -1) return isTip(surface, vertices[candidate]!, vertexCount);
  return (
    isTip(surface, mesh.edgeStart(edge), vertexCount) ||
    isTip(surface, mesh.edgeEnd(edge), vertexCount)
  );
}

/** If any candidate loads a tip, removes the others: a new tear waits while another one can continue. */
export function keepTips(surface: TearableSurface, candidates: Candidates): void {
  for (let i = 0; i < candidates.count; i++) {
    if (!loadsTip(surface, candidates, i)) continue;
    candidates.keep((k) => loadsTip(surface, candidates, k));
    return;
  }
}
