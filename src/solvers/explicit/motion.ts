import { distance } from "../../math/vector.js";
import type { Cloth } from "../../cloth/index.js";

// How fast a cloth moves and changes, for solvers whose substeps depend on it.

/** Returns the square of the largest speed, m²/s². */
export function largestSquare({ velocities, count }: Cloth["particles"]): number {
  let largest = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = velocities[i]!;
    const y = velocities[i + 1]!;
    const z = velocities[i + 2]!;
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return largest;
}

/** Returns the minimum length of an edge at rest, m. */
export function shortestEdge({ mesh: { edgeCount }, rest }: Cloth): number {
  let shortest = Infinity;
  for (let edge = 0; edge < edgeCount; edge++) {
    const length = rest.lengths[edge]!;
    if (length > 0) shortest = Math.min(shortest, length);
  }
  return shortest;
}

/** Edges shorter than this fraction of their rest length count as that long. */
const MIN_EDGE_RATIO = 0.1;

/** Returns the fastest change of an edge vector relative to its length, 1/s. */
export function fastestChange({ mesh, particles, rest }: Cloth): number {
  const { positions, velocities } = particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  let fastest = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const a = 3 * halfedgeVertices[h]!;
    const b = 3 * mesh.endOf(h);
    const shortest = MIN_EDGE_RATIO * rest.lengths[edge]!;
    const length = Math.max(distance(positions, a, b), shortest);
    if (length > 0) fastest = Math.max(fastest, distance(velocities, a, b) / length);
  }
  return fastest;
}

/**
 * Returns the fastest change as above, and the largest change of an edge vector since a pose over its rest length, both
 * squared, in one pass without roots.
 */
export function motionSince({ mesh, particles, rest }: Cloth, pose: Float64Array): Float64Array {
  const { positions, velocities } = particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  let fastest = 0;
  let farthest = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const a = 3 * halfedgeVertices[h]!;
    const b = 3 * mesh.endOf(h);
    const restLength = rest.lengths[edge]!;
    if (!(restLength > 0)) continue;
    const x = positions[b]! - positions[a]!;
    const y = positions[b + 1]! - positions[a + 1]!;
    const z = positions[b + 2]! - positions[a + 2]!;
    const vx = velocities[b]! - velocities[a]!;
    const vy = velocities[b + 1]! - velocities[a + 1]!;
    const vz = velocities[b + 2]! - velocities[a + 2]!;
    const dx = x - (pose[b]! - pose[a]!);
    const dy = y - (pose[b + 1]! - pose[a + 1]!);
    const dz = z - (pose[b + 2]! - pose[a + 2]!);
    const squared = restLength * restLength;
    const length = Math.max(x * x + y * y + z * z, MIN_EDGE_RATIO * MIN_EDGE_RATIO * squared);
    fastest = Math.max(fastest, (vx * vx + vy * vy + vz * vz) / length);
    farthest = Math.max(farthest, (dx * dx + dy * dy + dz * dz) / squared);
  }
  motion[0] = fastest;
  motion[1] = farthest;
  return motion;
}

const motion = new Float64Array(2);

/** Returns the largest area of a triangle over its rest area, at least 1: drag grows by this factor at the same mass. */
export function largestGrowth({ mesh, particles: { positions }, rest: { areas } }: Cloth): number {
  const { triangleCount, halfedgeVertices } = mesh;
  let largest = 1;
  for (let t = 0; t < triangleCount; t++) {
    const a = 3 * halfedgeVertices[3 * t]!;
    const b = 3 * halfedgeVertices[3 * t + 1]!;
    const c = 3 * halfedgeVertices[3 * t + 2]!;
    // Inlined by grab: `triangleCross` takes arrays of any kind, and the numbers that it reads from them are boxed.
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const twiceArea = Math.sqrt(x * x + y * y + z * z);
    if (areas[t]! > 0) largest = Math.max(largest, twiceArea / (2 * areas[t]!));
  }
  return largest;
}
