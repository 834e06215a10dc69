import { expect, test } from "vitest";
import { Pieces, validate } from "../../src/mesh/index.js";
import { PATHS } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { surfaceOf, tearNow, loadedEdges, trianglesAt } from "../tearing/surfaces.js";

// One-point connections were detected by the borders at a vertex. Two cones that share their apex have none there.
test.each(PATHS)("two cones tip to tip separate (%s)", (path) => {
  const ring = (z: number): number[][] => [
    [1, 0, z],
    [-0.5, 0.8, z],
    [-0.5, -0.8, z],
  ];
  const cone = (a: number): number[][] => [
    [0, a, a + 1],
    [0, a + 1, a + 2],
    [0, a + 2, a],
  ];
  const data = meshData([...cone(1), ...cone(4)], [[0, 0, 0], ...ring(1), ...ring(-1)]);
  const surface = surfaceOf(data);
  const { mesh } = surface;
  expect(surface.damage.isOnePoint(0)).toBe(true);
  const { tears } = tearNow(surface, { path }, loadedEdges(surface, [mesh.findEdge(0, 1), 1.5]));
  expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
  expect(trianglesAt(mesh, 0)).toEqual([3, 4, 5]);
  expect(trianglesAt(mesh, 7)).toEqual([0, 1, 2]);
  expect(new Pieces(mesh).count).toBe(2);
  expect(validate(mesh)).toBeNull();
});
