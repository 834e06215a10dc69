import { cross, dot } from "../../math/scratch-vector.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { fanAt, type Fan } from "../fan.js";
import type { TearPose } from "../tear-pose.js";
import { trianglesBelowPlane } from "./plane.js";

const direction = new Float64Array(3);
const before = new Float64Array(3);
const turn = new Float64Array(3);
const normal = new Float64Array(3);
const slice = new Float64Array(3);

/** A slice line shorter than this part of what it is summed up from is rounding. */
const NO_LINE = 1e-6;

/**
 * The triangles of a vertex on the far side of a slice that is snapped to its edges (Phillips III.C.2): the slice line is
 * square to the axis, and in each of its two directions the edge nearest to it is taken.
 *
 *                 │ axis                      inside: two edges part, and what lies
 *        ╲        │        ╱                  between them on the side below goes
 *         ╲       │      ╱  ← snapped         to the copy
 *     ═════════   v  ─ ─ ─ ─ slice line       on a border or a tear: one edge parts, the
 *        snapped  ↑                           nearer of the two inside the cloth
 *
 * Where more than two triangles meet on an edge of the vertex there is no order to walk in, and where the cloth is folded
 * in two, or the axis stands upright on it, there is no slice line: then the plane decides.
 *
 * @param tense The edge under tension: what hangs together with it at the vertex is what parts.
 * @returns null when the slice runs along the border and would part nothing.
 */
export function trianglesBesideSlice(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  tense: number,
  axis: Float64Array,
): number[] | null {
  const fan = fanAt(mesh, vertex, tense);
  if (fan === null || !sliceLine(mesh, pose, vertex, fan, axis)) {
    return trianglesBelowPlane(mesh, pose, vertex, axis);
  }

  let most = -1;
  let least = -1;
  let mostCosine = -Infinity;
  let leastCosine = Infinity;
  for (let i = 0; i < fan.edges.length; i++) {
    if (!pose.direction(vertex, mesh.otherEnd(fan.edges[i]!, vertex), direction)) continue;
    const cosine = dot(direction, slice);
    if (cosine > mostCosine) {
      mostCosine = cosine;
      most = i;
    }
    if (cosine < leastCosine) {
      leastCosine = cosine;
      least = i;
    }
  }
  if (most === least) return null;
  if (fan.isClosed)
    return sideBelow(mesh, pose, vertex, fan, axis, Math.min(most, least), Math.max(most, least));
  const last = fan.edges.length - 1;
  const isInside = (i: number): boolean => i > 0 && i < last;
  if (!isInside(most) && !isInside(least)) return null;
  const takeMost = isInside(most) && (!isInside(least) || mostCosine >= -leastCosine);
  return sideBelow(mesh, pose, vertex, fan, axis, 0, takeMost ? most : least);
}

/** The slice line: along the surface, square to the axis. False where there is none. */
function sliceLine(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  fan: Fan,
  axis: Float64Array,
): boolean {
  normal.fill(0);
  let turns = 0;
  const { edges, isClosed } = fan;
  const steps = isClosed ? edges.length : edges.length - 1;
  toward(edges[0]!, before);
  for (let i = 1; i <= steps; i++) {
    toward(edges[i % edges.length]!, direction);
    cross(turn, before, direction);
    for (let k = 0; k < 3; k++) normal[k]! += turn[k]!;
    turns += Math.sqrt(dot(turn, turn));
    before.set(direction);
  }
  cross(slice, normal, axis);
  const length = Math.sqrt(dot(slice, slice));
  if (!(length > NO_LINE * turns)) return false;
  for (let k = 0; k < 3; k++) slice[k]! /= length;
  return true;

  function toward(edge: number, into: Float64Array): void {
    pose.between(vertex, mesh.otherEnd(edge, vertex), into);
  }
}

/** Of the triangles between the edges `from` and `to` of a fan, and the others: the ones on the side away from the pull. */
export function sideBelow(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  { triangles }: Fan,
  axis: Float64Array,
  from: number,
  to: number,
): number[] {
  const between: number[] = [];
  const others: number[] = [];
  let heightBetween = 0;
  let heightOfOthers = 0;
  for (let i = 0; i < triangles.length; i++) {
    const triangle = triangles[i]!;
    let height = 0;
    for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
      pose.between(vertex, mesh.halfedgeVertices[h]!, direction);
      height += dot(direction, axis);
    }
    if (i >= from && i < to) {
      between.push(triangle);
      heightBetween += height;
    } else {
      others.push(triangle);
      heightOfOthers += height;
    }
  }
  return heightBetween / between.length <= heightOfOthers / others.length ? between : others;
}
