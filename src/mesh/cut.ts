import { describeValue, vector } from "../math/check-options.js";
import { norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import { insertPath, openPath } from "./cut-path.js";
import { insertCrossings, resolveSnapping, type SnapOptions } from "./cut-snap.js";
import { CutSurface, type Place } from "./cut-surface.js";
import { findNearestSide, findReentry } from "./cut-entry.js";
import { walkTowards } from "./cut-walk.js";
import { longestSide } from "./measure.js";
import { MeshError } from "./mesh-error.js";
import { positionOf, type SurfacePoint } from "./surface-point.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** Options of `cutAlong`; defaults in `CUT_DEFAULTS`. */
export type CutOptions = Partial<SnapOptions>;

/** The result of `cutAlong`. */
export interface CutResult {
  /** The edits, in order. */
  edits: TopologyEdit[];
  /** The opened edges: one side of the cut. */
  edges: number[];
  /**
   * False if a part of the line could not be followed: it left the surface and did not return before its next corner.
   */
  complete: boolean;
}

/** A line along edges of the mesh, not opened yet. */
export interface InsertedLine {
  /** The edge splits, in order. */
  edits: TopologyEdit[];
  /** The edges along the line, from start to end; those on a border are already open. */
  edges: number[];
  /** As in `CutResult`. */
  complete: boolean;
}

/**
 * Cuts a mesh along a polyline on it. Where the line crosses an edge, the edge gets a new vertex, or the crossing snaps
 * to a near vertex: within `snap` of the edge's length, or as far as needed to avoid triangles with an angle under
 * `minAngle`. Then the edges along the line are opened (`separateEdge`).
 *
 * - The ends of the line are also rounded to the nearest crossing. An end inside the cloth stays connected, an end on a
 *   border opens it.
 * - Where the line leaves the surface over a hole or an older cut, it continues where it returns.
 * - Corners inside a triangle are cut short. Corners that are closer together than the triangle sides are dropped.
 *
 * The cost depends on the triangles that the line touches. Each gap in the surface needs a search over all borders.
 *
 *        ╲   ╱ ╲   ╱                   ╲   ╱ ╲   ╱
 *     ─ ─ ╳ ─ ─ ╳ ─ ─ line       →    ══╪══════╪══   opened
 *        ╱ ╲   ╱ ╲                     ╱ ╲   ╱ ╲
 *
 * @param positions Three coordinates per vertex, m: the shape on which the line is straight.
 * @param points The corners of the line, from `closestPoint` or `rayHit`.
 * @throws MeshError if a point is not on the mesh or an option is out of range.
 */
export function cutAlong(
  mesh: TriangleMesh,
  positions: Float64Array,
  points: readonly SurfacePoint[],
  options: CutOptions = {},
): CutResult {
  const { edits, edges, complete } = insertLine(mesh, positions, points, options);
  return { edits, edges: openPath(mesh, edges, edits), complete };
}

/** The first half of `cutAlong`: inserts the vertices of the line, but opens nothing. */
export function insertLine(
  mesh: TriangleMesh,
  positions: Float64Array,
  points: readonly SurfacePoint[],
  options: CutOptions = {},
): InsertedLine {
  checkCut(mesh, positions, points);
  const snapping = resolveSnapping("cutAlong", options);
  const surface = new CutSurface(mesh, positions);
  const line = thinOut(surface, points);
  const closingReach = snapping.snap * longestSide(mesh, positions, points[0]!.triangle);
  const placeOf = (i: number): Place => surface.placeOf(line[i]!, snapping.snap);
  let complete = true;
  let vertex = -1;
  let first = -1;
  for (let i = 1; i < line.length; i++) {
    if (vertex === -1) vertex = startCut(surface, placeOf(i - 1), placeOf(i), snapping);
    if (i === 1) first = vertex;
    if (vertex !== -1) follow(i);
  }
  return { edits: surface.edits, edges: [...surface.path], complete };

  /** A line that ends at its start, within `snap`, is closed, even if its start was snapped. */
  function goalOf(i: number): Place {
    const isLast = i > 1 && i === line.length - 1;
    const isClosed = norm(subtract(line[i]!.position, line[0]!.position)) <= closingReach;
    if (!isLast || !isClosed || first === -1) return placeOf(i);
    return { kind: "vertex", vertex: first, position: surface.at(first) };
  }

  /**
   * Cuts from `vertex` to a corner, also over holes and older cuts. Afterwards `vertex` is the end of the cut, or −1.
   */
  function follow(corner: number): void {
    const entries = new Set<number>();
    for (;;) {
      const walk = walkTowards(surface, vertex, goalOf(corner));
      const entry = walk.hasLeft ? findReentry(surface, walk) : null;
      vertex = insertPath(surface, vertex, walk, snapping);
      if (walk.arrived) return;
      if (entry === null || entries.has(entry.edge)) {
        complete = false;
        vertex = -1;
        return;
      }
      entries.add(entry.edge);
      vertex = insertCrossings(surface, [entry], snapping)[0]!;
    }
  }
}

/** A corner of the line with its position before the cut. */
interface Corner extends SurfacePoint {
  position: Vec3Tuple;
}

/**
 * Drops corners that are closer together than the mesh can resolve, as in freehand lines: each would bend the cut
 * inside a triangle and make it ragged. The ends are kept.
 */
function thinOut({ mesh, positions }: CutSurface, points: readonly SurfacePoint[]): Corner[] {
  const kept: Corner[] = [];
  for (const [i, point] of points.entries()) {
    const position = positionOf(mesh, positions, point);
    const last = kept.at(-1);
    const isEnd = i === 0 || i === points.length - 1;
    const spacing = longestSide(mesh, positions, point.triangle);
    if (isEnd || norm(subtract(position, last!.position)) > spacing)
      kept.push({ ...point, position });
  }
  return kept;
}

/** The vertex at which a cut starts. If it starts on an edge, the edge is split. −1 if the direction is undefined. */
function startCut(surface: CutSurface, from: Place, towards: Place, options: SnapOptions): number {
  if (from.kind === "vertex") return from.vertex;
  const crossing = from.kind === "edge" ? from : findNearestSide(surface, from, towards);
  if (crossing === null) return -1;
  return insertCrossings(surface, [{ edge: crossing.edge, t: crossing.t }], options)[0]!;
}

function checkCut(
  mesh: TriangleMesh,
  positions: Float64Array,
  points: readonly SurfacePoint[],
): void {
  if (points.length < 2)
    throw new MeshError(`cutAlong: expected two points or more, got ${points.length}`);
  if (positions.length < 3 * mesh.vertexCount) {
    throw new MeshError(
      `cutAlong: expected positions of ${mesh.vertexCount} vertices, got ${positions.length / 3}`,
    );
  }
  for (const [i, { triangle, weights }] of points.entries()) {
    if (!(Number.isInteger(triangle) && triangle >= 0 && triangle < mesh.triangleCount)) {
      throw new MeshError(
        `cutAlong: point ${i}: triangle ${describeValue(triangle)} does not exist (0 to ${mesh.triangleCount - 1})`,
      );
    }
    const isWeights = vector(weights) === null;
    const sum = isWeights ? weights[0] + weights[1] + weights[2] : NaN;
    if (!(Math.abs(sum - 1) < 1e-6 && Math.min(...weights) > -1e-6)) {
      throw new MeshError(
        `cutAlong: point ${i}: expected weights of 0 or more that add up to 1, got ${describeValue(weights)}`,
      );
    }
  }
}
