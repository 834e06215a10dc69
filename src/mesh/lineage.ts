import { MeshError } from "./mesh-error.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Positions of an earlier time, shown with the topology that the mesh has now: vertices that were made since
 * lie where they came from, on their original or between their two origins. The surface that is drawn is the
 * same as the one of that time, so a whole run can be kept as one mesh with changing positions.
 *
 * @param positions Three coordinates a vertex.
 * @param vertexCount How many vertices there were at the earlier time. The positions of a cloth have spare room behind
 *   them, so give its `mesh.vertexCount` of then; without it, all the positions count.
 * @returns Three coordinates for every vertex of now.
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
        `inheritPositions: vertex ${vertex} was there from the start and needs a position`,
      );
    }
    for (let k = 0; k < 3; k++) all[3 * vertex + k] = all[a + k]! + t * (all[b + k]! - all[a + k]!);
  }
  return all;
}

/** The vertex that a vertex is a copy of, or a copy of a copy; itself if it is none. */
export function originalOf(mesh: TriangleMesh, vertex: number): number {
  let original = vertex;
  for (;;) {
    const origin = mesh.vertexOrigins[2 * original]!;
    if (origin === -1 || origin !== mesh.vertexOrigins[2 * original + 1]) return original;
    original = origin;
  }
}
