import { dot } from "../math/scratch-vector.js";
import type { TriangleMesh } from "../mesh/index.js";
import type { Candidates } from "./candidates.js";
import { strengthAt } from "./limit.js";
import type { TearingOptions } from "./options.js";
import type { TearPose } from "./tear-pose.js";
import { seamThreshold } from "./seam-direction.js";
import type { TearableSurface } from "./surface.js";

/** A vertex under tension: the edge that pulls it, the other end of that edge, and the axis away from the vertex. */
export interface Site {
  vertex: number;
  other: number;
  edge: number;
  axis: Float64Array;
}

/** The vertices that a candidate may split, in the order to try them. */
export function sitesOf(
  { edges, vertices, axes }: Candidates,
  candidate: number,
  surface: TearableSurface,
  { order }: TearingOptions,
  pose: TearPose,
): Site[] {
  const { mesh } = surface;
  const axis = axes.slice(3 * candidate, 3 * candidate + 3);
  const edge = edges[candidate]!;
  if (edge === -1) {
    const vertex = vertices[candidate]!;
    const tense = edgeNearest(mesh, pose, vertex, axis);
    return [{ vertex, other: mesh.otherEnd(tense, vertex), edge: tense, axis }];
  }
  const start = mesh.edgeStart(edge);
  const end = mesh.edgeEnd(edge);
  const against = Float64Array.of(-axis[0]!, -axis[1]!, -axis[2]!);
  const atStart = { vertex: start, other: end, edge, axis };
  const atEnd = { vertex: end, other: start, edge, axis: against };
  const weaker = weakerBySeam(surface, pose, start, end, axis);
  const startsFirst = weaker === 0 ? goesFirst(surface, order, start, end) : weaker < 0;
  return startsFirst ? [atStart, atEnd] : [atEnd, atStart];
}

/** The edge of a vertex nearest to the axis. Flips the axis to point along it, because a pull has no sign. */
function edgeNearest(
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  axis: Float64Array,
): number {
  const along = new Float64Array(3);
  let nearest = -1;
  let maxCosine = 0;
  for (const edge of mesh.edgesOf(vertex)) {
    if (!pose.direction(vertex, mesh.otherEnd(edge, vertex), along)) continue;
    const cosine = dot(along, axis);
    if (nearest !== -1 && Math.abs(cosine) <= Math.abs(maxCosine)) continue;
    nearest = edge;
    maxCosine = cosine;
  }
  if (maxCosine < 0) for (let k = 0; k < 3; k++) axis[k]! *= -1;
  return nearest;
}

/** Thresholds closer than this are equal: the difference is rounding. */
const EQUAL_THRESHOLD = 1e-9;

/** Below 0 if seams make `a` the weaker end of a pull, above 0 for `b`, 0 for neither. */
function weakerBySeam(
  surface: TearableSurface,
  pose: TearPose,
  a: number,
  b: number,
  axis: Float64Array,
): number {
  const difference = seamThreshold(surface, a, axis, pose) - seamThreshold(surface, b, axis, pose);
  return Math.abs(difference) > EQUAL_THRESHOLD ? difference : 0;
}

/**
 * True if `a` is tried before `b`: the end on a tear with the order `seam-first`; else the end of less strength, or the
 * heavier one ("Cloth tearing in real time", 5 and 6).
 */
function goesFirst(
  surface: TearableSurface,
  order: TearingOptions["order"],
  a: number,
  b: number,
): boolean {
  const { damage } = surface;
  if (order === "seam-first" && damage.isTorn(a) !== damage.isTorn(b)) return damage.isTorn(a);
  const strengthA = strengthAt(surface, a);
  const strengthB = strengthAt(surface, b);
  if (strengthA !== strengthB) return strengthA < strengthB;
  return isHeavier(surface, a, b);
}

/** Weights closer than this, relative to their size, are equal: the difference is rounding of their sums. */
const EQUAL_WEIGHT = 1e-9;

/** True if `a` is heavier than `b`; ties go by index. */
function isHeavier(surface: TearableSurface, a: number, b: number): boolean {
  const weightA = weightOf(surface, a);
  const weightB = weightOf(surface, b);
  if (Math.abs(weightA - weightB) <= EQUAL_WEIGHT * weightA) return a < b;
  return weightA > weightB;
}

function weightOf({ mesh, triangleWeights }: TearableSurface, vertex: number): number {
  let weight = 0;
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    weight += triangleWeights[mesh.triangleOf(h)]!;
  }
  return weight;
}
