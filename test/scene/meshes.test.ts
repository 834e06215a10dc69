import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeObj } from "../../src/io/index.js";
import { buildMesh, eulerCharacteristic, generateGrid, validate } from "../../src/mesh/index.js";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import {
  checkScene,
  createWorld,
  neededFiles,
  SceneError,
  type SceneFiles,
  type SceneInput,
} from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";

type MeshInput = SceneInput["cloths"][number]["mesh"];

function worldOf(mesh: MeshInput, files: SceneFiles = {}, notes: string[] = []): World {
  const scene = checkScene({ name: "mesh", cloths: [{ mesh }] });
  return createWorld(scene, { files, note: (line) => notes.push(line) });
}

const TRIANGLE_NODES = "4 2 0 0\n1 0 0\n2 1 0\n3 1 1\n4 0 1\n";
const TRIANGLE_ELEMENTS = "2 3 0\n1 1 2 3\n2 1 3 4\n";

describe("a scene creates every kind of mesh", () => {
  test.for<[string, MeshInput, number]>([
    ["grid", { type: "grid", size: [1, 1], segments: [4, 4], diagonals: "alternating" }, 1],
    ["irregular", { type: "irregular", size: [1, 0.5], spacing: 0.1, seed: 3 }, 1],
    [
      "irregular with a hole, finer at a place",
      {
        type: "irregular",
        outline: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
        holes: [
          [
            [0.4, 0.4],
            [0.6, 0.4],
            [0.5, 0.6],
          ],
        ],
        spacing: 0.1,
        refine: [{ at: [0, 0], radius: 0.1, spacing: 0.04 }],
      },
      0,
    ],
    ["disc", { type: "disc", radius: 0.5, rings: 4 }, 1],
    ["tube", { type: "tube", radius: 0.2, height: 0.5, segments: [12, 6] }, 0],
    ["t-shirt", { type: "t-shirt", spacing: 0.05 }, -2],
  ])("%s", ([, mesh, euler]) => {
    const world = worldOf(mesh);
    const { mesh: built } = world.cloths[0]!;
    expect(validate(built)).toBeNull();
    expect(eulerCharacteristic(built)).toBe(euler);
    expect(world.start.pieces).toBe(1);
    for (let i = 0; i < 10; i++) world.step();
    expect(world.isFinite()).toBe(true);
  });
});

describe("a mesh from a file", () => {
  const sheet = generateGrid({ size: [2, 1], segments: [2, 1] });
  const obj = writeObj([{ name: "sheet", mesh: buildMesh(sheet), positions: sheet.positions }]);
  const file = (extra: object = {}): MeshInput => ({ type: "file", path: "a/sheet.obj", ...extra });

  test("is read from the given text, with its own scale", () => {
    expect(neededFiles(checkScene({ name: "x", cloths: [{ mesh: file() }] }))).toEqual([
      "a/sheet.obj",
    ]);
    const world = worldOf(file({ scale: 0.5 }), { "a/sheet.obj": obj });
    expect(world.start).toMatchObject({ particles: 6, triangles: 4, restArea: 0.5 });
  });

  test("is cleaned by the rules of the scene, and every change is reported", () => {
    const burst =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 4 5 6\nf 3 2 1\n";
    const notes: string[] = [];
    const open = worldOf(file(), { "a/sheet.obj": burst }, notes);
    expect(open.start.pieces).toBe(2);
    expect(notes).toEqual([
      "cloths.0.mesh.path: a/sheet.obj: the file has no uvs; they are computed from the shape, (0, 0) to (1, 1)",
      "cloths.0.mesh.path: a/sheet.obj: dropped 1 duplicate face",
      "cloths.0.mesh.path: a/sheet.obj: dropped 1 vertex without faces",
      "cloths.0.mesh.path: a/sheet.obj: 2 vertices are in the same place as others, and the cloth is open there; " +
        '"weld": 0 joins them',
    ]);
    notes.length = 0;
    const welded = worldOf(file({ weld: 0 }), { "a/sheet.obj": burst }, notes);
    expect(welded.start).toMatchObject({ pieces: 1, particles: 4 });
    expect(notes[1]).toBe("cloths.0.mesh.path: a/sheet.obj: welded 2 vertices to others");
  });

  test("reports generated data and ignored lines", () => {
    const notes: string[] = [];
    const text =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nzork 3\nf 1/1 2/2 3/3\nf 2 4 3\n";
    worldOf(file(), { "a/sheet.obj": text }, notes);
    expect(notes).toEqual([
      "cloths.0.mesh.path: a/sheet.obj: 3 corners have no uv, others have one; they get (0, 0)",
      'cloths.0.mesh.path: a/sheet.obj: line 8: unknown keyword "zork" (1 lines ignored)',
    ]);
  });

  test("can be a pair of .node and .ele files, by either name", () => {
    const files = { "square.node": TRIANGLE_NODES, "square.ele": TRIANGLE_ELEMENTS };
    for (const path of ["square.node", "square.ele"]) {
      const world = worldOf({ type: "file", path }, files);
      expect(world.start).toMatchObject({ particles: 4, triangles: 2, restArea: 1 });
    }
  });

  test.for<[string, () => unknown, RegExp]>([
    [
      "a missing text",
      () => worldOf(file()),
      /^cloths\.0\.mesh\.path: a\/sheet\.obj: expected its text in files/,
    ],
    [
      "a bad line",
      () => worldOf(file(), { "a/sheet.obj": "v 1 two 3\n" }),
      /^cloths\.0\.mesh\.path: a\/sheet\.obj: line 1: expected three numbers/,
    ],
    [
      "a bad face",
      () => worldOf(file(), { "a/sheet.obj": "v 0 0 0\nv 1 0 0\nf 1 2 9\n" }),
      /line 3: face 1 names vertex 9, but only 2 vertices are defined above it$/,
    ],
    [
      "no area at all",
      () => worldOf(file(), { "a/sheet.obj": "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n" }),
      /a\/sheet\.obj: expected a mesh with triangles, but none is left; dropped 1 face without area; dropped 3 vertices/,
    ],
    [
      "another ending",
      () => worldOf({ type: "file", path: "x.stl" }),
      /^cloths\.0\.mesh\.path: expected a file that ends in \.obj, \.node or \.ele, got "x\.stl"$/,
    ],
    [
      "two shapes at once",
      () =>
        worldOf({
          type: "irregular",
          size: [1, 1],
          outline: [
            [0, 0],
            [1, 0],
            [0, 1],
          ],
          spacing: 0.1,
        }),
      /^cloths\.0\.mesh\.size: expected either size or outline/,
    ],
    [
      "a spacing that is too fine",
      () => worldOf({ type: "irregular", size: [1, 1], spacing: 1e-5 }),
      /^cloths\.0\.mesh\.spacing: about \d+ vertices, more than the limit of 300000 /,
    ],
    [
      "an outline that crosses itself",
      () =>
        worldOf({
          type: "irregular",
          outline: [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
          ],
          spacing: 0.1,
        }),
      /^cloths\.0\.mesh: outline/,
    ],
  ])("%s gives one line", ([, make, line]) => {
    expect(make).toThrow(SceneError);
    expect(make).toThrow(line);
  });
});

describe("files beside a scene file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tatter-meshes-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, mesh: object): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify({ name: "from file", cloths: [{ mesh }] }));
    return path;
  };

  test("are found relative to the folder of the scene, from any working directory", async () => {
    writeFileSync(join(folder, "square.node"), TRIANGLE_NODES);
    writeFileSync(join(folder, "square.ele"), TRIANGLE_ELEMENTS);
    const scene = await loadSceneFile(write("good.json", { type: "file", path: "./square.ele" }));
    const world = await openWorld(scene);
    expect(world.start.triangles).toBe(2);
  });

  test("that are missing are named", async () => {
    const scene = await loadSceneFile(write("bad.json", { type: "file", path: "gone.obj" }));
    await expect(openWorld(scene)).rejects.toThrow(
      `cloths.0.mesh.path: ${join(folder, "gone.obj")}: no such file`,
    );
  });

  test("are part of the library", async () => {
    const notes: string[] = [];
    const world = await openWorld(await loadSceneFile("flag"), {
      note: (line) => notes.push(line),
    });
    expect(world.start.pieces).toBe(1);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/welded 17 vertices/);
  });
});
