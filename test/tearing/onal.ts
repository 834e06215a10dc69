import type { MeshData, VertexSplit } from "../../src/mesh/index.js";
import type { Tear, TearableSurface, TearResult } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { surfaceOf, tearNow, loadedEdges } from "./surfaces.js";

export const WEAK_POINT = { path: "weak-point", maxTearsPerStep: 1000 } as const;

export function tearEdge(surface: TearableSurface, a: number, b: number, severity = 2): TearResult {
  const edge = surface.mesh.findEdge(a, b);
  return tearNow(surface, WEAK_POINT, loadedEdges(surface, [edge, severity]));
}

/** Two triangles, m1 = p0 p1 p2 and m2 = p1 p0 p3. */
export function twoTriangleMesh(): MeshData {
  const places = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, 1.5, 0],
    [0, -1.5, 0],
  ];
  const triangles = [
    [0, 1, 2],
    [1, 0, 3],
  ];
  return meshData(triangles, places);
}

/** The edge p0–p1 between the two triangles is stretched to 1.4 times its length. */
export function twoTriangles(): { data: MeshData; surface: TearableSurface } {
  const data = twoTriangleMesh();
  const surface = surfaceOf(data);
  surface.positions.set([-1.4, 0, 0], 0);
  surface.positions.set([1.4, 0, 0], 3);
  return { data, surface };
}

/** Two sheets connected only by vertex 0, one above it (to 1, 2, 3) and one below (to 4, 5, 6). */
export function twoSheetMesh(isTurned = false): MeshData {
  const places = [
    [0, 0, 0],
    [-1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
    [-1, -1, 0],
    [0, -1, 0],
    [1, -1, 0],
  ];
  const triangles = [isTurned ? [0, 1, 2] : [0, 2, 1], [0, 3, 2], [0, 4, 5], [0, 5, 6]];
  return meshData(triangles, places);
}

/**
 * Spokes from the point p = 0 at these angles, with a triangle between each and the next; after the last there is a
 * gap, unless it is closed.
 */
export function fan(angles: readonly number[], isClosed = false): MeshData {
  const rim = angles.map((a) => [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180), 0]);
  const triangles = angles.slice(1).map((_, i) => [0, i + 1, i + 2]);
  if (isClosed) triangles.push([0, angles.length, 1]);
  return meshData(triangles, [[0, 0, 0], ...rim]);
}

/** The ends of the spokes of vertex 0 along which a tear went. */
export function tornSpokes({ mesh }: TearableSurface, tear: Tear | undefined): number[] {
  return (tear!.edits[0] as VertexSplit).dividedEdges.map(
    (edge) => mesh.edgeStart(edge) + mesh.edgeEnd(edge),
  );
}
