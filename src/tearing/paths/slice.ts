import { cross, dot } from "../../math/scratch-vector.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { fanAt, type Fan } from "../fan.js";
import type { TearPose } from "../tear-pose.js";
import { trianglesBelowPlane } from "./plane.js";

const direction = new Float64Array(3);
const before = new Float64Array(3);
const crossProduct = new Float64Array(3);
const normal = new Float64Array(3);
const sliceDirection = new Float64Array(3);

/** A slice line shorter than this fraction of the sum that it comes from is rounding. */
const NO_LINE = 1e-6;

/**
 * The triangles of a vertex on one side of a slice that is snapped to its edges (Phillips III.C.2). The slice line is
 * perpendicular to the axis. In each of its two directions the nearest edge is taken.
 *
 *                 │ axis                      inside: two edges separate, and the triangles
 *        ╲        │        ╱                  between them on the side below go
 *         ╲       │      ╱  ← snapped         to the copy
 *     ═════════   v  ─ ─ ─ ─ slice line       on a border or a tear: one edge separates, the
 *        snapped  ↑                           nearer of the two inside the cloth
 *
 * The plane decides instead in two cases. If more than two triangles share an edge of the vertex, there is no order of
 * edges. If the cloth is folded in two, or the axis is perpendicular to it, there is no slice line.
 *
 * @param tense The edge under tension: the fan that contains it splits.
 * @param weakness How easily the slice leads to a vertex: its cosine counts this many times. 0: it does not lead there.
 * @returns null if the slice runs along the border and would separate nothing.
 */
export function trianglesBesideSlice(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  tense: number,
  axis: Float64Array,
  weakness?: (vertex: number) => number,
): number[] | null {
  const fan = fanAt(mesh, vertex, tense);
  if (fan === null || !sliceLine(mesh, pose, vertex, fan, axis)) {
    return trianglesBelowPlane(mesh, pose, vertex, axis);
  }

  let forward = -1;
  let backward = -1;
  let maxCosine = -Infinity;
  let minCosine = Infinity;
  for (let i = 0; i < fan.edges.length; i++) {
    const end = mesh.otherEnd(fan.edges[i]!, vertex);
    const factor = weakness === undefined ? 1 : weakness(end);
    if (factor === 0 || !pose.direction(vertex, end, direction)) continue;
    const cosine = factor * dot(direction, sliceDirection);
    if (cosine > maxCosine) {
      maxCosine = cosine;
      forward = i;
    }
    if (cosine < minCosine) {
      minCosine = cosine;
      backward = i;
    }
  }
  if (forward === backward) return null;
  if (fan.isClosed)
    return sideBelow(
      mesh,
      pose,
      vertex,
      fan,
      axis,
      Math.min(forward, backward),
      Math.max(forward, backward),
    );
  const last = fan.edges.length - 1;
  const isInside = (i: number): boolean => i > 0 && i < last;
  if (!isInside(forward) && !isInside(backward)) return null;
  const takeForward = isInside(forward) && (!isInside(backward) || maxCosine >= -minCosine);
  return sideBelow(mesh, pose, vertex, fan, axis, 0, takeForward ? forward : backward);
}

/** Writes the slice line: along the surface, perpendicular to the axis. Returns false if there is none. */
function sliceLine(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  fan: Fan,
  axis: Float64Array,
): boolean {
  normal.fill(0);
  let total = 0;
  const { edges, isClosed } = fan;
  const steps = isClosed ? edges.length : edges.length - 1;
  toward(edges[0]!, before);
  for (let i = 1; i <= steps; i++) {
    toward(edges[i % edges.length]!, direction);
    cross(crossProduct, before, direction);
    for (let k = 0; k < 3; k++) normal[k]! += crossProduct[k]!;
    total += Math.sqrt(dot(crossProduct, crossProduct));
    before.set(direction);
  }
  cross(sliceDirection, normal, axis);
  const length = Math.sqrt(dot(sliceDirection, sliceDirection));
  if (!(length > NO_LINE * total)) return false;
  for (let k = 0; k < 3; k++) sliceDirection[k]! /= length;
  return true;

  function toward(edge: number, into: Float64Array): void {
    pose.difference(vertex, mesh.otherEnd(edge, vertex), into);
  }
}

/**
 * Splits a fan into the triangles between the edges `from` and `to`, and the others. Returns the side away from the
 * pull.
 */
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
      pose.difference(vertex, mesh.halfedgeVertices[h]!, direction);
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
