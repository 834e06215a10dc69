import { expect, test } from "vitest";
import { checkScene, clothSizes, createWorld, type SceneInput } from "../../src/scene/index.js";

type MeshInput = SceneInput["cloths"][number]["mesh"];

function sizeOf(mesh: MeshInput, files: Record<string, string> = {}) {
  const scene = checkScene({ name: "sheet", duration: 1, cloths: [{ mesh }] } satisfies SceneInput);
  return clothSizes(scene, createWorld(scene, { files }))[0]!;
}

const TRIANGLE = "v 0 0 0\nv 120 0 0\nv 0 80 0\nf 1 2 3\n";

// A sheet of 120 × 80 passed the check. It was meant in centimeters, and was as large as a house.
test("the size of a cloth is reported, with a warning if it may be in centimeters", () => {
  const grid: MeshInput & { type: "grid" } = { type: "grid", size: [1.2, 0.8], segments: [24, 24] };
  const { mass, ...size } = sizeOf(grid);
  expect(size).toEqual({ extents: [1.2, 0.8, 0], particles: 625, doubt: null });
  expect(mass).toBeCloseTo(0.96 * 0.15, 9);

  expect(sizeOf({ ...grid, size: [120, 80] }).doubt).toBe(
    "cloths.0.mesh.size: the largest extent of the cloth is 120 m; lengths are in meters, not centimeters",
  );
  expect(sizeOf({ ...grid, size: [0.004, 0.002] }).doubt).toBe(
    "cloths.0.mesh.size: the largest extent of the cloth is 0.004 m; lengths are in meters",
  );
  const file = { type: "file", path: "sheet.obj" } as const;
  expect(sizeOf(file, { "sheet.obj": TRIANGLE }).doubt).toBe(
    'cloths.0.mesh.scale: the largest extent of the cloth is 120 m; if the file is in centimeters, use "scale": 0.01',
  );
  expect(sizeOf({ ...file, scale: 0.01 }, { "sheet.obj": TRIANGLE })).toMatchObject({
    extents: [1.2, 0.8, 0],
    doubt: null,
  });
  expect(sizeOf({ ...file, scale: 1e-5 }, { "sheet.obj": TRIANGLE }).doubt).toBe(
    'cloths.0.mesh.scale: the largest extent of the cloth is 0.0012 m; "scale" is 0.00001 m per unit of the file',
  );
});

test("every kind of mesh has a field that the warning names", () => {
  const doubts = (
    [
      { type: "irregular", size: [90, 90], spacing: 20 },
      {
        type: "irregular",
        outline: [
          [0, 0],
          [90, 0],
          [0, 90],
        ],
        spacing: 20,
      },
      { type: "disc", radius: 50, rings: 3 },
      { type: "tube", radius: 1, height: 50, segments: [5, 5] },
      { type: "t-shirt", width: 52, length: 72, depth: 24, spacing: 5 },
    ] satisfies MeshInput[]
  ).map((mesh) => /^cloths\.0\.mesh\.(\w+): /.exec(sizeOf(mesh).doubt!)![1]);
  expect(doubts).toEqual(["size", "outline", "radius", "height", "length"]);
});
