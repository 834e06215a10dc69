import { insertCrossings, type SnapOptions } from "./cut-snap.js";
import type { CutSurface } from "./cut-surface.js";
import type { Walk } from "./cut-walk.js";
import { separateEdge } from "./separate-edge.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Inserts the path of a cut from a vertex over the crossings of a walk. Its edges are opened at the end.
 *
 * @returns The vertex at which the path ends.
 */
export function insertPath(
  surface: CutSurface,
  from: number,
  walk: Pick<Walk, "crossings" | "vertex">,
  options: SnapOptions,
): number {
  const route = [from, ...insertCrossings(surface, walk.crossings, options)];
  if (walk.vertex !== -1) route.push(walk.vertex);
  for (let k = 1; k < route.length; k++) {
    if (route[k] === route[k - 1]) continue;
    for (const edge of surface.mesh.findEdges(route[k - 1]!, route[k]!)) surface.path.add(edge);
  }
  return route.at(-1)!;
}

/** Opens the edges of a path that still connect triangles, and returns them. The edits are appended to `edits`. */
export function openPath(
  mesh: TriangleMesh,
  path: Iterable<number>,
  edits: TopologyEdit[],
): number[] {
  const opened: number[] = [];
  for (const edge of path) {
    if (mesh.edgeTriangleCount(edge) === 1) continue;
    edits.push(...separateEdge(mesh, edge));
    opened.push(edge);
  }
  return opened;
}
