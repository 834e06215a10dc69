import { expect, test } from "vitest";
import { buildMesh } from "../../src/mesh/index.js";
import { Damage } from "../../src/tearing/index.js";
import { followWeave } from "../../src/tearing/weave.js";
import { meshData } from "../meshes.js";

// Two halves of a texture mirrored at x = 0, u = |x|: the weft is along x in both.
test("a texture mirrored at a line has its weft on that line too", () => {
  const places = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
  ];
  const triangles = [
    [0, 1, 2],
    [0, 2, 3],
  ];
  const data = meshData(triangles, places);
  data.uvs = Float64Array.from(
    triangles.flat().flatMap((v) => [Math.abs(places[v]![0]!), places[v]![1]!]),
  );
  const axis = Float64Array.of(Math.cos(Math.PI / 6), Math.sin(Math.PI / 6), 0);
  const { positions } = data;
  const mesh = buildMesh(data);
  const restLengths = new Float64Array(5);
  const surface = { mesh, positions, restLengths, damage: new Damage(mesh), spacing: 1 };
  const part = followWeave(surface, [0, 1], 1, axis);
  expect(part).toBeCloseTo(Math.cos(Math.PI / 6), 9);
});
