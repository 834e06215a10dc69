import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildMesh,
  generateGrid,
  generateTube,
  pointAtUv,
  splitEdge,
} from "../../src/mesh/index.js";
import { runs } from "../runs.js";
import { meshData } from "../meshes.js";

/** Texture coordinates of a point, from the corners of its triangle. */
function uvOf(mesh: ReturnType<typeof buildMesh>, point: ReturnType<typeof pointAtUv>): number[] {
  const { triangle, weights } = point!;
  return [0, 1].map((k) =>
    weights.reduce((sum, weight, i) => sum + weight * mesh.uvs[2 * (3 * triangle + i) + k]!, 0),
  );
}

test("every covered point of texture space is found, after splits too", () => {
  const coordinate = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, fc.nat({ max: 1000 }), (u, v, choice) => {
      const data =
        choice % 2 === 0
          ? generateGrid({ size: [2, 1], segments: [4, 3] })
          : generateTube({ radius: 1, height: 1, segments: [5, 3] });
      const mesh = buildMesh(data);
      for (let i = 0; i < 3; i++) splitEdge(mesh, (choice * (i + 7)) % mesh.edgeCount, 0.3);
      const point = pointAtUv(mesh, u, v);
      expect(Math.min(...point!.weights)).toBeGreaterThanOrEqual(0);
      const [foundU, foundV] = uvOf(mesh, point);
      expect(foundU).toBeCloseTo(u, 9);
      expect(foundV).toBeCloseTo(v, 9);
    }),
    runs(31, 200),
  );
});

test("points beside the cloth are not found, within rounding", () => {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [2, 2] }));
  expect(pointAtUv(mesh, 1.001, 0.5)).toBeNull();
  expect(pointAtUv(mesh, 0.5, -0.001)).toBeNull();
  expect(pointAtUv(mesh, NaN, 0.5)).toBeNull();
  expect(uvOf(mesh, pointAtUv(mesh, 1 + 1e-9, 0.5))[0]).toBe(1);
});

test("triangles without area in texture space are skipped", () => {
  const data = meshData([
    [0, 1, 2],
    [1, 3, 2],
  ]);
  data.uvs = Float64Array.of(0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 1, 0, 0, 1);
  expect(pointAtUv(buildMesh(data), 0.2, 0.2)!.triangle).toBe(1);
});
