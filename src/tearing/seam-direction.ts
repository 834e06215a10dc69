import { dot } from "../math/scratch-vector.js";
import type { TriangleMesh } from "../mesh/index.js";
import { TearPose } from "./tear-pose.js";
import type { SeamStrengths } from "./seam-strengths.js";
import type { TearableSurface } from "./surface.js";

/** The way that a tear along a seam would take through a vertex. */
export interface SeamDirection {
  /** The edge of the seam, −1: there is none that could part. */
  first: number;
  /** Its other edge at a vertex inside the cloth; −1 on a border or a tear, from which one alone parts. */
  second: number;
  /** What of the strength of the cloth the seam bears across it. */
  strength: number;
  /** The part of the strength that the vertex has for this pull. */
  threshold: number;
  /** sin² of the angle between the pull and the seam: 1 across it, 0 along it. */
  across: number;
}

/** More seams than this do not count where they meet. */
const MAX_EDGES = 8;

// Filled anew by each call.
const way: SeamDirection = { first: -1, second: -1, strength: 1, threshold: 1, across: 0 };
const edges = new Int32Array(MAX_EDGES);
const directions = new Float64Array(3 * MAX_EDGES);
const direction = new Float64Array(3);
const asItIs = new TearPose();

/**
 * The part of the limit at which a vertex gives way because of the seams that run through it:
 *
 *     1 − (1 − s) sin² α        α: from the seam to the pull, as the cloth lies now
 *
 * The edges of a seam lie along it, and a pull across stretches those that end in it: so it is the vertices of a seam that
 * are weak, and the less, the more the pull goes along it. Nothing to ask where no seam is near.
 */
export function seamThreshold(
  surface: TearableSurface,
  vertex: number,
  axis: ArrayLike<number>,
  pose?: TearPose,
): number {
  const { seamStrengths, mesh } = surface;
  if (seamStrengths === undefined || !seamStrengths.isNear(vertex)) return 1;
  if (pose === undefined) asItIs.begin(surface.positions, mesh.vertexCount);
  return weakestDirection(seamStrengths, mesh, pose ?? asItIs, vertex, axis).threshold;
}

/**
 * The seam along which a vertex gives way first. Inside the cloth a vertex parts along two edges, and the seam runs from the
 * one to the other; on a border or a tear along one. A seam that ends inside the cloth does not weaken its last
 * vertex: one edge alone cannot part there. The result holds until the next call.
 */
export function weakestDirection(
  seams: SeamStrengths,
  mesh: TriangleMesh,
  pose: TearPose,
  vertex: number,
  axis: ArrayLike<number>,
): Readonly<SeamDirection> {
  way.first = way.second = -1;
  way.threshold = Infinity;
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
  if (way.first === -1) way.threshold = 1;
  return way;
}

/** The direction between those of two edges. A seam runs both ways: the second one is turned to the first. */
function meanOf(one: number, other: number): void {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += directions[one + k]! * directions[other + k]!;
  const sign = cosine < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) direction[k] = directions[one + k]! + sign * directions[other + k]!;
}

/** Takes a way along `direction` if the vertex is weaker there than along those before. */
function consider(strength: number, first: number, second: number, axis: ArrayLike<number>): void {
  const squared = dot(direction, direction);
  if (squared === 0) return; // the seam lies folded back on itself
  const along = direction[0]! * axis[0]! + direction[1]! * axis[1]! + direction[2]! * axis[2]!;
  const across = Math.max(0, 1 - (along * along) / squared);
  const threshold = 1 - (1 - strength) * across;
  if (!(threshold < way.threshold)) return;
  way.first = first;
  way.second = second;
  way.strength = strength;
  way.threshold = threshold;
  way.across = across;
}

/**
 * Gathers the edges of seams at a vertex that have not come apart, and the directions of the seam there. Their number is
 * negative for a vertex inside the cloth; 0 too where more than two triangles meet on an edge of the vertex: then
 * there are no two sides.
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
      // Each edge is met from both of its triangles, and counts with the first.
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
