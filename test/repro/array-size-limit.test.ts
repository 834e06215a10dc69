import { expect, test } from "vitest";
import {
  generateDisc,
  generateGrid,
  generateTube,
  MeshSizeError,
  type MeshData,
} from "../../src/mesh/index.js";
import { checkScene, createWorld, SceneError } from "../../src/scene/index.js";

const grid = (segments: [number, number]): MeshData => generateGrid({ size: [1, 1], segments });
const tube = (segments: [number, number]): MeshData =>
  generateTube({ radius: 1, height: 1, segments });

// The engine reported "Invalid typed array length: 3000006000003", or "Array buffer allocation failed".
test.each([
  ["segments", 1_000_002_000_001, () => grid([1e6, 1e6])],
  ["segments", 2e300, () => grid([1e300, 1])],
  ["segments", Infinity, () => grid([1e300, 1e300])],
  ["segments", 16_785_409, () => grid([4096, 4096])],
  ["segments", 1_000_001_000_000, () => tube([1e6, 1e6])],
  ["segments", 2e300, () => tube([1e300, 1])],
  ["rings", 3_000_003_000_001, () => generateDisc({ radius: 1, rings: 1e6 })],
  ["rings", Infinity, () => generateDisc({ radius: 1, rings: 1e300 })],
])("too many %s are reported with their %d vertices", (field, count, make) => {
  expect(make).toThrow(MeshSizeError);
  expect(make).toThrow(
    `${field}: expected a mesh of at most 16777216 vertices, got about ${count}; use fewer ${field}`,
  );
});

const sceneOf = (mesh: object): ReturnType<typeof checkScene> =>
  checkScene({ name: "fine", cloths: [{ mesh }] });
const sheet = (...segments: number[]): object => ({ type: "grid", size: [1, 1], segments });

// 2000 segments were the maximum, whatever `--limit vertices=` was.
test("only the vertex limit restricts the resolution of a mesh of a scene", () => {
  const limits = { vertices: 10_000_000 };
  const world = createWorld(sceneOf(sheet(2500, 10)), { limits });
  expect(world.cloths[0]!.particles.count).toBe(2501 * 11);
  for (const mesh of [
    { type: "disc", radius: 1, rings: 2001 },
    { type: "tube", radius: 1, height: 1, segments: [2001, 2001] },
    sheet(2001, 2001),
  ]) {
    expect(() => createWorld(sceneOf(mesh))).toThrow(
      /^cloths\.0\.mesh\.(rings|segments): \d+ vertices, more than the limit of 300000 /,
    );
  }
});

test("sizes beyond any limit are refused in one line too", () => {
  const limits = { vertices: 1e15, triangles: 1e15 };
  expect(() => createWorld(sceneOf(sheet(1e6, 1e6)), { limits })).toThrow(
    new SceneError(
      "cloths.0.mesh: segments: expected a mesh of at most 16777216 vertices, got about 1000002000001; use fewer segments",
    ),
  );
  expect(() => createWorld(sceneOf(sheet(1e15, 1e15)), { limits })).toThrow(
    new SceneError(
      "cloths.0.mesh.segments: 1.000000000000002e+30 vertices, more than the limit of 1000000000000000",
    ),
  );
  expect(() => sceneOf(sheet(1e300, 1))).toThrow(
    "cloths.0.mesh.segments.0: expected a number of at most 9007199254740991, got 1e+300",
  );
});
