import { expect } from "vitest";
import { buildMesh, validate, type MeshData, type TriangleMesh } from "../../src/mesh/index.js";

export type Corners = [x: number, y: number][];

/** A regular polygon, or a star if every second corner is moved inward. */
export function polygon(
  sides: number,
  radius: number,
  { inner = 1, x = 0, y = 0 }: { inner?: number; x?: number; y?: number } = {},
): Corners {
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    const away = i % 2 === 1 ? radius * inner : radius;
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)];
  });
}

/** Area of a simple polygon, by the shoelace formula about its first corner. */
export function areaOf(corners: Corners): number {
  const [originX, originY] = corners[0]!;
  let twice = 0;
  for (const [i, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    twice += (x - originX) * (nextY - originY) - (y - originY) * (nextX - originX);
  }
  return Math.abs(twice) / 2;
}

/** The angles of all triangles in space, degrees; three per triangle. */
function anglesOf({ positions, triangles }: MeshData): number[] {
  return Array.from(triangles, (vertex, h) => {
    const first = h - (h % 3);
    const b = triangles[first + ((h + 1) % 3)]!;
    const c = triangles[first + ((h + 2) % 3)]!;
    const [u, v] = [b, c].map((end) =>
      [0, 1, 2].map((axis) => positions[3 * end + axis]! - positions[3 * vertex + axis]!),
    ) as [number[], number[]];
    const dot = u.reduce((sum, value, axis) => sum + value * v[axis]!, 0);
    return (Math.acos(dot / (Math.hypot(...u) * Math.hypot(...v))) * 180) / Math.PI;
  });
}

/** The smallest angle of each triangle, degrees. */
export function smallestAngles(data: MeshData): number[] {
  const angles = anglesOf(data);
  return Array.from({ length: angles.length / 3 }, (_, t) =>
    Math.min(...angles.slice(3 * t, 3 * t + 3)),
  );
}

export function edgeLengths(data: MeshData, mesh: TriangleMesh): number[] {
  return Array.from({ length: mesh.edgeCount }, (_, edge) => {
    const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
    return Math.hypot(
      ...[0, 1, 2].map((axis) => data.positions[b + axis]! - data.positions[a + axis]!),
    );
  });
}

/** Signed area of each triangle, seen from +z. */
export function signedAreas({ positions, triangles }: MeshData): number[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!) as [number, number, number];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    return (ux * vy - uy * vx) / 2;
  });
}

/** Builds the mesh and checks that it is valid, that every vertex is used and that no edge has three triangles. */
export function buildValid(data: MeshData): TriangleMesh {
  const mesh = buildMesh(data);
  expect(validate(mesh)).toBeNull();
  expect(new Set(data.triangles).size).toBe(mesh.vertexCount);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    if (mesh.edgeTriangleCount(edge) > 2) expect.fail(`edge ${edge} has more than two triangles`);
  }
  return mesh;
}

/** Euler characteristic, vertices − edges + triangles: 1 for a disc, one less per hole. */
export function eulerCharacteristic(mesh: TriangleMesh): number {
  return mesh.vertexCount - mesh.edgeCount + mesh.triangleCount;
}
