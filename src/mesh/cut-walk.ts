import { lerp, dot, norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import { lineBetween, LINE_TOLERANCE, progress, zeroBetween, type Line } from "./cut-line.js";
import type { CutSurface, Place } from "./cut-surface.js";
import type { Crossing } from "./edge-stops.js";

/** The path of a straight line over the surface. */
export interface Walk {
  crossings: Crossing[];
  /** The vertex at which it ends, −1 if it ends at the last crossing. */
  vertex: number;
  /** True if it reached its goal. */
  arrived: boolean;
  /** True if it left the surface over a border before it arrived. If neither is true, it has passed its goal. */
  hasLeft: boolean;
  line: Line;
}

/**
 * Finds the edges that a straight line crosses on the surface, from a vertex towards a place. The line lies in the
 * plane through both ends and the surface normal between them. The side of each vertex relative to this plane is
 * decided once; a vertex on it counts as left. So every triangle is entered by one edge and left by another, with any
 * rounding, and the walk cannot get stuck.
 *
 * A goal inside a triangle is rounded to where the line enters or leaves that triangle, whichever is closer.
 */
export function walkTowards(surface: CutSurface, from: number, goal: Place): Walk {
  const start: Place = { kind: "vertex", vertex: from, position: surface.at(from) };
  const line = lineBetween(surface, start, goal);
  if (norm(line.direction) === 0) {
    return { crossings: [], vertex: -1, arrived: true, hasLeft: false, line };
  }
  return walkInPlane(surface, from, goal, line);
}

function walkInPlane(surface: CutSurface, from: number, goal: Place, line: Line): Walk {
  const { mesh } = surface;
  const { direction, side } = line;
  const start = surface.at(from);
  const walk: Walk = { crossings: [], vertex: -1, arrived: false, hasLeft: false, line };

  // The triangles at the vertex: one may contain the goal, one is the exit.
  let exit = -1;
  let best = 0;
  for (const corner of mesh.cornersOf(from)) {
    const across = mesh.next(corner);
    if (arrivesIn(mesh.triangleOf(corner), start, across)) return walk;
    if (isLeft(mesh.halfedgeVertices[across]!) === isLeft(mesh.endOf(across))) continue;
    const offset = subtract(pointOn(across), start);
    const forward = dot(offset, direction) / norm(offset);
    if (forward <= best) continue;
    best = forward;
    exit = across;
  }
  if (exit === -1) return alongBorder() ?? { ...walk, hasLeft: true };
  const crossed = new Set<number>();
  while (exit !== -1 && !crossed.has(mesh.halfedgeEdges[exit]!)) {
    const edge = mesh.halfedgeEdges[exit]!;
    crossed.add(edge);
    walk.crossings.push(crossingOf(exit));
    const at = pointOn(exit);
    if (progress(line, at) > 1) return walk; // passed the goal
    const entry = straightestEntry(exit, at);
    if (entry === -1) return { ...walk, hasLeft: true };
    const left = isLeft(mesh.halfedgeVertices[entry]!);
    const far = isLeft(mesh.halfedgeVertices[mesh.previous(entry)]!);
    exit = far === left ? mesh.next(entry) : mesh.previous(entry);
    if (arrivesIn(mesh.triangleOf(entry), at, exit)) return walk;
  }
  return walk;

  function height(vertex: number): number {
    return dot(subtract(surface.at(vertex), line.start), side);
  }

  function isLeft(vertex: number): boolean {
    return height(vertex) >= 0;
  }

  /** Continues from the far end of a border edge along the line: there is no triangle on its other side. */
  function alongBorder(): Walk | null {
    for (const edge of mesh.edgesOf(from)) {
      if (mesh.edgeTriangleCount(edge) !== 1) continue;
      const isForward = mesh.edgeStart(edge) === from;
      const end = isForward ? mesh.edgeEnd(edge) : mesh.edgeStart(edge);
      const offset = subtract(surface.at(end), start);
      if (dot(offset, direction) <= 0) continue;
      if (Math.abs(height(end)) > LINE_TOLERANCE * norm(offset) * norm(side)) continue;
      const rest = walkInPlane(surface, end, goal, line);
      return { ...rest, crossings: [{ edge, t: isForward ? 1 : 0 }, ...rest.crossings] };
    }
    return null;
  }

  /** Position of the crossing on a halfedge, from its start (0) to its end (1). */
  function parameterOn(halfedge: number): number {
    return zeroBetween(height(mesh.halfedgeVertices[halfedge]!), height(mesh.endOf(halfedge)));
  }

  function pointOn(halfedge: number): Vec3Tuple {
    return lerp(
      surface.at(mesh.halfedgeVertices[halfedge]!),
      surface.at(mesh.endOf(halfedge)),
      parameterOn(halfedge),
    );
  }

  function crossingOf(halfedge: number): Crossing {
    const edge = mesh.halfedgeEdges[halfedge]!;
    const t = parameterOn(halfedge);
    const along = mesh.edgeStart(edge) === mesh.halfedgeVertices[halfedge];
    return { edge, t: along ? t : 1 - t };
  }

  /** The halfedge by which the next triangle is entered; on a non-manifold edge the straightest one. */
  function straightestEntry(halfedge: number, at: Vec3Tuple): number {
    let found = -1;
    let straightest = -Infinity;
    for (const h of mesh.ringOf(mesh.halfedgeEdges[halfedge]!)) {
      if (h === halfedge) continue;
      const offset = subtract(surface.at(mesh.halfedgeVertices[mesh.previous(h)]!), at);
      const forward = dot(offset, direction) / norm(offset);
      if (forward <= straightest) continue;
      straightest = forward;
      found = h;
    }
    return found;
  }

  /** Ends the walk if the triangle contains the goal. */
  function arrivesIn(triangle: number, entered: Vec3Tuple, leaves: number): boolean {
    const halfedges = [3 * triangle, 3 * triangle + 1, 3 * triangle + 2];
    if (goal.kind === "vertex") {
      if (!mesh.cornersIn(triangle).includes(goal.vertex)) return false;
      walk.vertex = goal.vertex;
    } else if (goal.kind === "edge") {
      if (!halfedges.some((h) => mesh.halfedgeEdges[h] === goal.edge)) return false;
      if (walk.crossings.at(-1)?.edge !== goal.edge) {
        walk.crossings.push({ edge: goal.edge, t: goal.t });
      }
    } else {
      if (goal.triangle !== triangle) return false;
      const exitPoint = pointOn(leaves);
      const left = norm(subtract(goal.position, exitPoint));
      if (left < norm(subtract(goal.position, entered))) walk.crossings.push(crossingOf(leaves));
    }
    walk.arrived = true;
    return true;
  }
}
