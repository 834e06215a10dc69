import { add, between, cross, dot, scale, size, subtract } from "../math/vector3.js";
import type { Vector3 } from "../math/vector.js";
import type { CutSurface, Place } from "./cut-surface.js";

/** Where a line crosses an edge: at `t` from `edgeStart` to `edgeEnd`. */
export interface Crossing {
  edge: number;
  t: number;
}

/** The way of a straight line over the surface. */
export interface Walk {
  crossings: Crossing[];
  /** The vertex that it ends in, −1 when it ends in the last crossing. */
  vertex: number;
  /** False when it left the surface over a border, or passed its goal by, before it arrived. */
  arrived: boolean;
}

/**
 * The edges that a straight line crosses on its way over the surface, from a vertex towards a place. Straight means:
 * in the plane through both ends and the normal of the surface between them. Whether a vertex lies left or right of
 * this plane is decided once for each; a vertex on it counts as left. So every triangle is entered by one edge and
 * left by one other, whatever the rounding, and the walk cannot get stuck in a corner.
 *
 * A goal inside a triangle is rounded to where the line enters that triangle or leaves it, whichever is nearer.
 */
export function walkTowards(surface: CutSurface, from: number, goal: Place): Walk {
  const start: Place = { kind: "vertex", vertex: from, position: surface.at(from) };
  if (size(subtract(goal.position, start.position)) === 0) {
    return { crossings: [], vertex: -1, arrived: true };
  }
  const walks: Walk[] = [];
  for (const side of planesThrough(surface, start, goal)) {
    const walk = walkInPlane(surface, from, goal, side);
    if (walk.arrived) return walk;
    walks.push(walk);
  }
  return walks[0]!;
}

/** @param side Normal of the plane. */
function walkInPlane(surface: CutSurface, from: number, goal: Place, side: Vector3): Walk {
  const { mesh } = surface;
  const start = surface.at(from);
  const direction = subtract(goal.position, start);
  const walk: Walk = { crossings: [], vertex: -1, arrived: false };

  // The triangles at the vertex: one may hold the goal, one is the way out.
  let exit = -1;
  let best = 0;
  for (const corner of mesh.cornersOf(from)) {
    const across = mesh.next(corner);
    if (arrivesIn(mesh.triangleOf(corner), start, across)) return walk;
    if (isLeft(mesh.halfedgeVertices[across]!) === isLeft(mesh.endOf(across))) continue;
    const way = subtract(pointOn(across), start);
    const forward = dot(way, direction) / size(way);
    if (forward <= best) continue;
    best = forward;
    exit = across;
  }
  const crossed = new Set<number>();
  while (exit !== -1 && !crossed.has(mesh.halfedgeEdges[exit]!)) {
    const edge = mesh.halfedgeEdges[exit]!;
    crossed.add(edge);
    walk.crossings.push(crossingOf(exit));
    const at = pointOn(exit);
    if (dot(subtract(at, start), direction) > dot(direction, direction)) return walk; // passed it by
    const entry = straightOn(exit, at);
    if (entry === -1) return walk; // over the border
    const left = isLeft(mesh.halfedgeVertices[entry]!);
    const far = isLeft(mesh.halfedgeVertices[mesh.previous(entry)]!);
    exit = far === left ? mesh.next(entry) : mesh.previous(entry);
    if (arrivesIn(mesh.triangleOf(entry), at, exit)) return walk;
  }
  return walk;

  function isLeft(vertex: number): boolean {
    return dot(subtract(surface.at(vertex), start), side) >= 0;
  }

  /** Where the line crosses a halfedge, from its start (0) to its end (1). */
  function parameterOn(halfedge: number): number {
    const a = dot(subtract(surface.at(mesh.halfedgeVertices[halfedge]!), start), side);
    const b = dot(subtract(surface.at(mesh.endOf(halfedge)), start), side);
    return a === b ? 0.5 : Math.max(0, Math.min(1, a / (a - b)));
  }

  function pointOn(halfedge: number): Vector3 {
    return between(
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

  /** The halfedge by which the next triangle is entered; where the mesh branches, the straightest way. */
  function straightOn(halfedge: number, at: Vector3): number {
    let found = -1;
    let straightest = -Infinity;
    for (const h of mesh.ringOf(mesh.halfedgeEdges[halfedge]!)) {
      if (h === halfedge) continue;
      const way = subtract(surface.at(mesh.halfedgeVertices[mesh.previous(h)]!), at);
      const forward = dot(way, direction) / size(way);
      if (forward <= straightest) continue;
      straightest = forward;
      found = h;
    }
    return found;
  }

  /** Ends the walk in a triangle that holds the goal. */
  function arrivesIn(triangle: number, entered: Vector3, leaves: number): boolean {
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
      const out = pointOn(leaves);
      const left = size(subtract(goal.position, out));
      if (left < size(subtract(goal.position, entered))) walk.crossings.push(crossingOf(leaves));
    }
    walk.arrived = true;
    return true;
  }
}

/**
 * Where a line that begins inside a triangle crosses the nearer side of it, ahead or behind, because a cut begins on an
 * edge; null when both places are one.
 */
export function beginInside(
  surface: CutSurface,
  from: Place & { kind: "face" },
  towards: Place,
): Crossing | null {
  const { mesh } = surface;
  const [side] = planesThrough(surface, from, towards);
  if (side === undefined) return null;
  const heights = mesh
    .cornersIn(from.triangle)
    .map((vertex) => dot(subtract(surface.at(vertex), from.position), side));
  let best: Crossing | null = null;
  let nearest = Infinity;
  for (let i = 0; i < 3; i++) {
    const h = 3 * from.triangle + i;
    const a = heights[i]!;
    const b = heights[(i + 1) % 3]!;
    if (a >= 0 === b >= 0) continue;
    const edge = mesh.halfedgeEdges[h]!;
    const along = mesh.edgeStart(edge) === mesh.halfedgeVertices[h];
    const t = along ? a / (a - b) : 1 - a / (a - b);
    const distance = size(subtract(surface.onEdge(edge, t), from.position));
    if (distance < nearest) [nearest, best] = [distance, { edge, t }];
  }
  return best;
}

/**
 * Normals of planes that hold both places and a normal of the surface, the best one first: between the normals at
 * the two ends. The others step in where windings are mixed or the surface is strongly bent.
 */
function planesThrough(surface: CutSurface, from: Place, to: Place): Vector3[] {
  const direction = subtract(to.position, from.position);
  const [a, b] = [unit(surface.normalAt(from)), unit(surface.normalAt(to))];
  const normals: Vector3[] = [add(a, b), subtract(a, b), a, b, [1, 0, 0], [0, 1, 0], [0, 0, 1]];
  return normals
    .map((normal) => cross(direction, normal))
    .filter((side) => size(side) > 1e-6 * size(direction));
}

function unit(vector: Vector3): Vector3 {
  const length = size(vector);
  return length === 0 ? vector : scale(vector, 1 / length);
}
