import type { BladePoint } from "./blade-events.js";
import type { Crossing } from "./edge-stops.js";
import { layPath } from "./cut-path.js";
import { insertCrossings, type SnapOptions } from "./cut-snap.js";
import type { CutSurface, Place } from "./cut-surface.js";
import { walkTowards, type Walk } from "./cut-walk.js";
import type { CrackFaces } from "./crack-faces.js";
import type { Trace } from "./sweep-blade.js";

/** A cut that has to cross more edges than this to get back to its trace has lost it. */
const FAR = 4;

/** What a cut has to know beside the surface and the trace. */
export interface TraceCut {
  /** The vertex in which the cut has ended so far and goes on, −1 to begin at the first edge that the trace crosses. */
  begin: number;
  /** The vertex of another cut that the trace runs into, −1: none. */
  join: number;
  /** The vertices of points that other traces have been through: where the mesh branches, they share them. */
  placed: Map<BladePoint, number>;
  lips: CrackFaces;
  snapping: SnapOptions;
}

/**
 * Lays the path of a cut along a trace, from one edge that it crosses to the next: a beginning or an end inside a
 * triangle is left for the step in which the blade has crossed the triangle. Each crossing is rounded by what is known
 * when the blade gets there and no later, so that a blade cuts the same in one step as in a hundred.
 *
 *       ╲    ╱╲    ╱╲
 *     ───╳──●──●──╱· ╲      ●  vertices of the path; the rest of the trace, ·, waits for the far side
 *         ╲╱    ╲╱    ╲
 *
 * @returns The two ends of the path, −1 where it has none.
 */
export function cutTrace(
  surface: CutSurface,
  { points, last }: Trace,
  { begin, join, placed, lips, snapping }: TraceCut,
): [first: number, last: number] {
  const { mesh } = surface;
  let [first, vertex] = [begin, begin];
  for (const point of points) {
    if (point.edge === -1) continue;
    const known = placed.get(point);
    if (vertex === -1 && known === undefined && !leadsOn(point)) continue;
    if (known === undefined) goTo(surface.crossingNow(point));
    else goToVertex(known);
    placed.set(point, vertex);
    if (first === -1) first = vertex;
  }
  if (join !== -1 && vertex !== -1) goToVertex(join);
  return [first, vertex];

  /** Whether a cut that begins here has anywhere to go. */
  function leadsOn(point: BladePoint): boolean {
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
      // The cut is at an end of this edge: it goes round that end or along the whole edge, never out and back.
      goToVertex(nearer);
    } else if (mesh.findEdges(vertex, nearer).some((side) => lips.has(side))) {
      goToVertex(nearer); // it would take a crumb off an older cut
    } else if (mesh.ringOf(edge).some((h) => isAcross(h))) {
      vertex = layPath(surface, vertex, { crossings: [crossing], vertex: -1 }, snapping);
    } else {
      const position = surface.onEdge(edge, t);
      const walk = walkBack({ kind: "edge", edge, t, position });
      if (walk === null) vertex = insertCrossings(surface, [crossing], snapping)[0]!;
      else vertex = layPath(surface, vertex, walk, snapping);
    }
  }

  /** Whether the cut has ended in the corner across from a halfedge. */
  function isAcross(halfedge: number): boolean {
    return mesh.halfedgeVertices[mesh.previous(halfedge)] === vertex;
  }

  function goToVertex(goal: number): void {
    if (vertex === -1) vertex = goal;
    if (vertex === goal) return;
    if (mesh.findEdge(vertex, goal) !== -1) {
      vertex = layPath(surface, vertex, { crossings: [], vertex: goal }, snapping);
      return;
    }
    const walk = walkBack({ kind: "vertex", vertex: goal, position: surface.at(goal) });
    vertex = walk === null ? goal : layPath(surface, vertex, walk, snapping);
  }

  /** The way to a place that is not in a triangle with the end of the cut: the mesh was changed since. */
  function walkBack(goal: Place): Walk | null {
    const walk = walkTowards(surface, vertex, goal);
    return walk.arrived && walk.crossings.length <= FAR ? walk : null;
  }
}
