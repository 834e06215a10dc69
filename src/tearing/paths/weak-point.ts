import { dot } from "../../math/scratch-vector.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { fanAt, type Fan } from "../fan.js";
import type { TearPose } from "../tear-pose.js";
import { trianglesBelowPlane } from "./plane.js";

const direction = new Float64Array(3);

/**
 * The triangles of a weak point beyond the edge along which its tear continues (Önal 3.2.2, figures 3.13 to 3.16):
 *
 * 1. The edge that resists most: the one with the largest force against the axis of the tension, projected on it.
 * 2. The side: only where triangles still connect that edge to the tense edge is the cloth under stress.
 * 3. Of the edges on that side, the one nearest to the perpendicular of the tension tears.
 *
 *          tense
 *            │            s2 tears: s1 and s5 lie on the side of the gap,
 *      s2 ╲  │  ╱ s1      where nothing connects the tense edge and s4
 *          ╲ │ ╱
 *     s3 ─── p ════ gap
 *          ╱ │
 *      s4 ╱  │ s5
 *
 * Around a vertex without a gap both sides connect them, and one edge of each side tears.
 *
 * @param loadOf The force along an edge, in any unit; over 0 if it is stretched.
 * @returns null if nothing resists, or if there is no edge between that could tear.
 */
export function trianglesBeyondWeakEdge(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  tense: number,
  axis: Float64Array,
  loadOf: (edge: number) => number,
): number[] | null {
  const fan = fanAt(mesh, vertex, tense);
  if (fan === null) return trianglesBelowPlane(mesh, pose, vertex, axis); // non-manifold: there are no two sides
  const cosines = fan.edges.map((edge) =>
    pose.direction(vertex, mesh.otherEnd(edge, vertex), direction) ? dot(direction, axis) : 0,
  );
  const from = fan.edges.indexOf(tense);
  const resisting = mostResisting(fan, cosines, from, loadOf);
  if (resisting === -1) return null;

  const { triangles } = fan;
  if (fan.isClosed) {
    // The tense edge is the first of the fan; the other side ends at it again.
    const one = nearestToPerpendicular(cosines, 0, resisting);
    const other = nearestToPerpendicular(cosines, resisting, fan.edges.length);
    return one === -1 || other === -1 ? null : triangles.slice(one, other);
  }
  const torn = nearestToPerpendicular(
    cosines,
    Math.min(from, resisting),
    Math.max(from, resisting),
  );
  if (torn === -1) return null;
  return from < torn ? triangles.slice(torn) : triangles.slice(0, torn);
}

/**
 * The edge of a fan with the largest force against the axis; without any force, the one that points most against it.
 */
function mostResisting(
  { edges }: Fan,
  cosines: readonly number[],
  tense: number,
  loadOf: (edge: number) => number,
): number {
  let best = -1;
  let maxResistance = 0;
  for (let i = 0; i < edges.length; i++) {
    if (i === tense || !(cosines[i]! < 0)) continue;
    const resistance = -cosines[i]! * Math.max(0, loadOf(edges[i]!));
    if (
      best === -1 ||
      resistance > maxResistance ||
      (resistance === maxResistance && cosines[i]! < cosines[best]!)
    ) {
      best = i;
      maxResistance = resistance;
    }
  }
  return best;
}

/** Of the indices strictly between two, the one with the smallest absolute cosine; −1 if there is none. */
function nearestToPerpendicular(cosines: readonly number[], low: number, high: number): number {
  let best = -1;
  for (let i = low + 1; i < high; i++) {
    if (best === -1 || Math.abs(cosines[i]!) < Math.abs(cosines[best]!)) best = i;
  }
  return best;
}
