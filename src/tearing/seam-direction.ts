import { dot } from "../math/scratch-vector.js";
import type { TriangleMesh } from "../mesh/index.js";
import { TearPose } from "./tear-pose.js";
import type { SeamStrengths } from "./seam-strengths.js";
import type { TearableSurface } from "./surface.js";

/** The direction of a tear along a seam through a vertex. */
export interface SeamDirection {
  /** The edge of the seam; −1 if none can separate. */
  first: number;
  /** Its other edge at a vertex inside the cloth; −1 on a border or a tear, where one edge is enough. */
  second: number;
  /** Strength of the seam across it, as a factor of the strength of the cloth. */
  strength: number;
  /** Strength of the vertex for this pull, as a factor. */
  threshold: number;
  /** sin² of the angle between the pull and the seam: 1 across it, 0 along it. */
  across: number;
}

/** At a vertex, seam edges beyond this number are ignored. */
const MAX_EDGES = 8;

// Overwritten by each call.
const result: SeamDirection = { first: -1, second: -1, strength: 1, threshold: 1, across: 0 };
const edges = new Int32Array(MAX_EDGES);
const directions = new Float64Array(3 * MAX_EDGES);
const direction = new Float64Array(3);
const currentPose = new TearPose();

/**
 * The fraction of the limit at which a vertex fails because of the seams through it:
 *
 *     1 − (1 − s) sin² α        α: angle from the seam to the pull in the current pose
 *
 * The edges of a seam lie along it, and a pull across it stretches the edges that end in it. So the vertices of a seam
 * are weak, and less so the more the pull is along the seam. Returns 1 if no seam is near.
 */
export function seamThreshold(
  surface: TearableSurface,
  vertex: number,
  axis: ArrayLike<number>,
  pose?: TearPose,
): number {
  const { seamStrengths, mesh } = surface;
  if (seamStrengths === undefined || !seamStrengths.isNear(vertex)) return 1;
  if (pose === undefined) currentPose.begin(surface.positions, mesh.vertexCount);
  return weakestDirection(seamStrengths, mesh, pose ?? currentPose, vertex, axis).threshold;
}

/**
 * The seam along which a vertex fails first. Inside the cloth a vertex splits along two edges, and the seam runs from
 * one to the other. On a border or a tear, one edge is enough. A seam that ends inside the cloth does not weaken its
 * last vertex, because one edge alone cannot separate there. The result is valid until the next call.
 */
export function weakestDirection(
  seams: SeamStrengths,
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  axis: ArrayLike<number>,
): Readonly<SeamDirection> {
  result.first = result.second = -1;
  result.threshold = Infinity;
  const found = collect(seams, mesh, pose, vertex);
  const isInside = found < 0;
  const count = Math.abs(found);
  for (let i = 0; i < count; i++) {
    if (!isInside) {
      direction.set(directions.subarray(3 * i, 3 * i + 3));
      consider(seams.strengthOf(edges[i]!), edges[i]!, -1, axis);
      continue;
    }
    for (let j = i + 1; j < count; j++) {
      meanOf(3 * i, 3 * j);
      const strength = (seams.strengthOf(edges[i]!) + seams.strengthOf(edges[j]!)) / 2;
      consider(strength, edges[i]!, edges[j]!, axis);
    }
  }
  if (result.first === -1) result.threshold = 1;
  return result;
}

/**
 * Writes the mean direction of two edges. A seam has no sign, so the second direction is flipped if it opposes the
 * first.
 */
function meanOf(one: number, other: number): void {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += directions[one + k]! * directions[other + k]!;
  const sign = cosine < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) direction[k] = directions[one + k]! + sign * directions[other + k]!;
}

/** Stores the seam along `direction` if the vertex is weaker there than along those before. */
function consider(strength: number, first: number, second: number, axis: ArrayLike<number>): void {
  const squared = dot(direction, direction);
  if (squared === 0) return; // the seam is folded back on itself
  const along = direction[0]! * axis[0]! + direction[1]! * axis[1]! + direction[2]! * axis[2]!;
  const across = Math.max(0, 1 - (along * along) / squared);
  const threshold = 1 - (1 - strength) * across;
  if (!(threshold < result.threshold)) return;
  result.first = first;
  result.second = second;
  result.strength = strength;
  result.threshold = threshold;
  result.across = across;
}

/**
 * Collects the seam edges at a vertex that have not separated, and the directions of the seam there. The count is
 * negative for a vertex inside the cloth. It is 0 if more than two triangles share an edge of the vertex: then there
 * are no two sides.
 */
function collect(seams: SeamStrengths, mesh: TriangleMesh, pose: TearPose, vertex: number): number {
  const { nextOnEdge, halfedgeEdges, edgeHalfedges } = mesh;
  let count = 0;
  let isInside = true;
  for (let corner = mesh.vertexHalfedges[vertex]!; corner !== -1;) {
    let h = corner;
    for (let side = 0; side < 2; side++, h = mesh.previous(corner)) {
      const across = nextOnEdge[h]!;
      if (nextOnEdge[across] !== h) return 0;
      if (across === h) isInside = false;
      const edge = halfedgeEdges[h]!;
      // Each edge occurs in both of its triangles; it counts at its first halfedge.
      if (edgeHalfedges[edge] !== h || !seams.isSeam(edge)) continue;
      if (across === h || count === MAX_EDGES) continue;
      if (!pose.direction(seams.fromOf(edge), seams.toOf(edge), direction)) continue;
      edges[count] = edge;
      directions.set(direction, 3 * count++);
    }
    corner = mesh.nextAtVertex[corner]!;
  }
  return isInside ? -count : count;
}
