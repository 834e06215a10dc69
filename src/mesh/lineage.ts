import { MeshError } from "./mesh-error.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Converts positions of an earlier time to the current topology. Vertices that were added since are placed at their
 * origin, or between their two origins. The surface is the same as at that time, so a whole run can be stored as one
 * mesh with changing positions.
 *
 * @param positions Three coordinates per vertex.
 * @param vertexCount Number of vertices at the earlier time. The positions of a cloth have spare capacity, so pass the
 *   `mesh.vertexCount` of that time. By default all positions count.
 * @returns Three coordinates for every current vertex.
 */
export function inheritPositions(
  mesh: TriangleMesh,
  positions: Float64Array,
  vertexCount = positions.length / 3,
): Float64Array {
  if (!(Number.isInteger(vertexCount) && vertexCount >= 0 && vertexCount <= mesh.vertexCount)) {
    throw new MeshError(
      `inheritPositions: expected the vertexCount of an earlier time, at most ${mesh.vertexCount}, got ${vertexCount}`,
    );
  }
  if (positions.length < 3 * vertexCount) {
    throw new MeshError(
      `inheritPositions: expected positions of ${vertexCount} vertices, got ${positions.length / 3}`,
    );
  }
  const all = new Float64Array(3 * mesh.vertexCount);
  all.set(positions.subarray(0, 3 * vertexCount));
  for (let vertex = vertexCount; vertex < mesh.vertexCount; vertex++) {
    const a = 3 * mesh.vertexOrigins[2 * vertex]!;
    const b = 3 * mesh.vertexOrigins[2 * vertex + 1]!;
    const t = mesh.originWeights[vertex]!;
    if (a < 0) {
      throw new MeshError(
        `inheritPositions: vertex ${vertex} is an initial vertex and needs a position`,
      );
    }
    for (let k = 0; k < 3; k++) all[3 * vertex + k] = all[a + k]! + t * (all[b + k]! - all[a + k]!);
  }
  return all;
}

/** The vertex that a vertex is a direct or indirect copy of; the vertex itself if it is no copy. */
export function originalOf(mesh: TriangleMesh, vertex: number): number {
  let original = vertex;
  for (;;) {
    const origin = mesh.vertexOrigins[2 * original]!;
    if (origin === -1 || origin !== mesh.vertexOrigins[2 * original + 1]) return original;
    original = origin;
  }
}
