import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import type { Mesh } from "three";
import { expect, test } from "vitest";
import { writeObj } from "../../src/io/index.js";
import { generateTShirt } from "../../src/generate/index.js";
import { buildMesh, generateGrid, inheritPositions, type MeshData } from "../../src/mesh/index.js";
import { randomEdit } from "../meshes.js";

/** Position and uv per corner, as three.js reads them. */
function read(text: string): number[][] {
  const geometries = new OBJLoader().parse(text).children.map((child) => (child as Mesh).geometry);
  return geometries.flatMap((geometry) => {
    const [position, uv] = [geometry.getAttribute("position"), geometry.getAttribute("uv")];
    return Array.from({ length: position.count }, (_, i) => [
      position.getX(i),
      position.getY(i),
      position.getZ(i),
      uv.getX(i),
      uv.getY(i),
    ]);
  });
}

test.for<[string, MeshData]>([
  ["a sheet", generateGrid({ size: [1, 1], segments: [6, 6] })],
  ["a shirt with uv seams", generateTShirt({ spacing: 0.05 })],
])("%s with tears and cuts is the same for another reader", ([, data]) => {
  const mesh = buildMesh(data);
  for (let choice = 1; choice < 60; choice++) randomEdit(mesh, data.positions, choice);
  const positions = inheritPositions(mesh, data.positions);
  const corners = read(writeObj([{ name: "torn", mesh, positions }]));
  expect(corners).toHaveLength(3 * mesh.triangleCount);
  for (const [h, corner] of corners.entries()) {
    const vertex = 3 * mesh.halfedgeVertices[h]!;
    const own = [...positions.slice(vertex, vertex + 3), ...mesh.uvs.slice(2 * h, 2 * h + 2)];
    for (const [k, x] of corner.entries()) expect(x).toBeCloseTo(own[k]!, 6);
  }
});
