import { distance } from "../math/vector.js";
import type { Candidates } from "./candidates.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/**
 * Measures every edge once and collects the ones over the limit.
 *
 * - `tension`: the force along the edge (Robson); severity = force / limit.
 * - `stretch`: length over unstressed length (Önal 3.2.1); severity = (ratio − 1) / (limit − 1), so that
 *   for both criteria a severity of 2 means twice the load.
 *
 * @returns The largest stretch of any edge, whatever the criterion.
 */
export function measure(
  surface: TearableSurface,
  options: Pick<TearingOptions, "criterion" | "limit"> | null,
  candidates: Candidates,
): number {
  const { mesh, positions, restLengths, unlimitedLengths } = surface;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  const limit = options === null ? 0 : options.limit;
  const byTension = options?.criterion === "tension";
  const byStretch = options?.criterion === "stretch";
  let maxStretch = 0;
  candidates.clear();
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const length = distance(positions, 3 * halfedgeVertices[h]!, 3 * mesh.endOf(h));
    maxStretch = Math.max(maxStretch, length / restLengths[edge]!);
    const stretch = (unlimitedLengths?.[edge] ?? length) / restLengths[edge]!;
    if (byStretch && stretch > limit) candidates.add(edge, (stretch - 1) / (limit - 1));
    if (byTension) {
      const tension = surface.tensionOf(edge);
      if (tension > limit) candidates.add(edge, tension / limit);
    }
  }
  return maxStretch;
}
