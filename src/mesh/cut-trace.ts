import type { BladePoint } from "./blade-events.js";
import type { Crossing } from "./edge-stops.js";
import { insertPath } from "./cut-path.js";
import { insertCrossings, type SnapOptions } from "./cut-snap.js";
import type { CutSurface, Place } from "./cut-surface.js";
import { walkTowards, type Walk } from "./cut-walk.js";
import type { CrackFaces } from "./crack-faces.js";
import type { Trace } from "./sweep-blade.js";

/** Maximum number of edges that a cut crosses to return to its trace. */
const MAX_CROSSINGS = 4;

/** Input of `cutTrace` besides the surface and the trace. */
export interface TraceCut {
  /** The vertex at which the cut ended before and continues; −1 to start at the first edge that the trace crosses. */
  startVertex: number;
  /** The vertex of another cut that the trace runs into; −1 for none. */
  joinVertex: number;
  /** The vertices of points that other traces have passed: at non-manifold edges traces share them. */
  placed: Map<BladePoint, number>;
  crackFaces: CrackFaces;
  snapping: SnapOptions;
}

/**
 * Inserts the path of a cut along a trace, from one crossed edge to the next. A start or an end inside a triangle waits
 * for the step in which the blade has crossed the triangle. Each crossing is snapped only with data that is known when
 * the blade arrives there, so that one step cuts the same as a hundred.
 *
 *       ╲    ╱╲    ╱╲
 *     ───╳──●──●──╱· ╲      ●  vertices of the path; the rest of the trace, ·, waits for the far side
 *         ╲╱    ╲╱    ╲
 *
 * @returns The two ends of the path, −1 if it has none.
 */
export function cutTrace(
  surface: CutSurface,
  { points, last }: Trace,
  { startVertex, joinVertex, placed, crackFaces, snapping }: TraceCut,
): [first: number, last: number] {
  const { mesh } = surface;
  let [first, vertex] = [startVertex, startVertex];
  for (const point of points) {
    if (point.edge === -1) continue;
    const known = placed.get(point);
    if (vertex === -1 && known === undefined && !canContinue(point)) continue;
    if (known === undefined) goTo(surface.currentCrossing(point));
    else goToVertex(known);
    placed.set(point, vertex);
    if (first === -1) first = vertex;
  }
  if (joinVertex !== -1 && vertex !== -1) goToVertex(joinVertex);
  return [first, vertex];

  /** True if a cut that starts here can continue. */
  function canContinue(point: BladePoint): boolean {
    return point !== points.at(-1) || last === "closed";
  }

  function goTo(crossing: Crossing): void {
    if (vertex === -1) {
      vertex = insertCrossings(surface, [crossing], snapping)[0]!;
      return;
    }
    const { edge, t } = crossing;
    const nearer = t < 0.5 ? mesh.edgeStart(edge) : mesh.edgeEnd(edge);
    if (mesh.edgeStart(edge) === vertex || mesh.edgeEnd(edge) === vertex) {
      // The cut is at an end of this edge: it goes around that end or along the whole edge, never out and back.
      goToVertex(nearer);
    } else if (mesh.findEdges(vertex, nearer).some((side) => crackFaces.has(side))) {
      goToVertex(nearer); // else it would cut off a tiny fragment at an older cut
    } else if (mesh.ringOf(edge).some((h) => isOpposite(h))) {
      vertex = insertPath(surface, vertex, { crossings: [crossing], vertex: -1 }, snapping);
    } else {
      const position = surface.onEdge(edge, t);
      const walk = walkToTrace({ kind: "edge", edge, t, position });
      if (walk === null) vertex = insertCrossings(surface, [crossing], snapping)[0]!;
      else vertex = insertPath(surface, vertex, walk, snapping);
    }
  }

  /** True if the cut has ended at the corner opposite to a halfedge. */
  function isOpposite(halfedge: number): boolean {
    return mesh.halfedgeVertices[mesh.previous(halfedge)] === vertex;
  }

  function goToVertex(goal: number): void {
    if (vertex === -1) vertex = goal;
    if (vertex === goal) return;
    if (mesh.findEdge(vertex, goal) !== -1) {
      vertex = insertPath(surface, vertex, { crossings: [], vertex: goal }, snapping);
      return;
    }
    const walk = walkToTrace({ kind: "vertex", vertex: goal, position: surface.at(goal) });
    vertex = walk === null ? goal : insertPath(surface, vertex, walk, snapping);
  }

  /** The path to a place that does not share a triangle with the end of the cut, because the mesh was changed since. */
  function walkToTrace(goal: Place): Walk | null {
    const walk = walkTowards(surface, vertex, goal);
    return walk.arrived && walk.crossings.length <= MAX_CROSSINGS ? walk : null;
  }
}
