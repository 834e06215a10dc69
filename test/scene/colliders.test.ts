import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import {
  advanceFrame,
  checkScene,
  createWorld,
  encodeRecording,
  neededFiles,
  runReport,
  SceneError,
  SceneRecorder,
  setField,
  type SceneInput,
} from "../../src/scene/index.js";
import { deepestInside } from "../depth.js";
import { resolveLimits } from "../../src/math/limits.js";
import { colliderOf } from "../../src/scene/colliders.js";
import { SizeLedger } from "../../src/scene/size-ledger.js";

type ColliderInput = NonNullable<SceneInput["colliders"]>[number];
type BallInput = NonNullable<SceneInput["balls"]>[number];

const ledger = (): SizeLedger => new SizeLedger(resolveLimits());

/** A small horizontal sheet that falls. */
function sceneWith(colliders: ColliderInput[], others: Partial<SceneInput> = {}): SceneInput {
  return {
    name: "small",
    cloths: [
      {
        mesh: { type: "grid", size: [0.6, 0.6], segments: [8, 8] },
        transform: { position: [0, 0.3, 0], rotation: [-90, 0, 0] },
      },
    ],
    colliders,
    solver: { substeps: 6 },
    ...others,
  };
}

/** The error of a scene with one field set. */
function lineFor(assignment: string, files: Record<string, string> = {}): string {
  const input = sceneWith([]);
  setField(input, assignment);
  try {
    createWorld(checkScene(input), { files });
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return "good";
}

describe("a collider of a scene", () => {
  test("only requires its shape", () => {
    const { colliders } = checkScene(
      sceneWith([
        { type: "sphere", center: [1, 2, 3], radius: 0.5, motion: [{ time: 1 }] },
        { type: "capsule", from: [0, 0, 0], to: [1, 0, 0], radius: 0.5 },
        { type: "box", center: [0, 0, 0], size: [1, 2, 3] },
        { type: "half-space" },
        { type: "mesh", path: "body.obj" },
      ]),
    );
    const zero = [0, 0, 0];
    for (const { friction, thickness } of colliders) {
      expect([friction, thickness]).toEqual([0.5, 0.002]);
    }
    expect(colliders[0]!.motion).toEqual([{ time: 1, translation: zero, rotation: zero }]);
    expect(colliders[1]!.motion).toBeUndefined();
    expect(colliders[2]).toMatchObject({ rotation: zero });
    expect(colliders[3]).toMatchObject({ point: zero, normal: [0, 1, 0] });
    expect(colliders[4]).toMatchObject({ scale: 1, transform: { position: zero, rotation: zero } });
  });

  test.for<ColliderInput>([
    { type: "sphere", center: [0, -0.2, 0], radius: 0.4 },
    { type: "capsule", from: [-0.3, 0.1, -0.1], to: [0.3, 0, 0.1], radius: 0.12 },
    { type: "box", center: [0, 0, 0], size: [0.3, 0.2, 0.3], rotation: [30, 20, 10] },
    { type: "half-space", normal: [1, 5, 0], thickness: 0.01 },
    {
      type: "box",
      center: [0, 0, 0],
      size: [0.3, 0.2, 0.3],
      motion: [{ time: 0 }, { time: 0.5, translation: [0, 0.2, 0], rotation: [0, 90, 0] }],
    },
  ])("keeps the cloth out: %o", (collider) => {
    const scene = checkScene(sceneWith([collider]));
    const world = createWorld(scene);
    const { solid } = world.colliders[0]!;
    let nearest = Infinity;
    for (let frame = 0; frame < 12; frame++) {
      advanceFrame(world, scene.frameRate);
      nearest = Math.min(nearest, -deepestInside(world));
    }
    const off = solid.thickness + world.cloths[0]!.material.thickness / 2;
    expect(nearest).toBeGreaterThan(off - 1e-9);
    expect(nearest).toBeLessThan(off + 1e-3); // there was contact
  });
});

describe("a ball of a scene", () => {
  test("has defaults, appears at its time and is in the report", () => {
    const ball: BallInput = {
      position: [0, 0.6, 0],
      radius: 0.1,
      mass: 0.2,
      time: 0.05,
    };
    const scene = checkScene(sceneWith([], { balls: [ball] }));
    expect(scene.balls[0]).toEqual({
      ...ball,
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
      friction: 0.5,
      thickness: 0.002,
    });
    const world = createWorld(scene);
    const run = { version: "test", frames: 0, wallSeconds: 0 };
    expect(world.balls.length).toBe(0);
    expect(runReport(scene, world, run)).not.toHaveProperty("balls");
    for (let frame = 0; frame < 3; frame++) advanceFrame(world, scene.frameRate);
    expect(world.balls.length).toBe(1);
    expect(world.balls[0]!.position[1]).toBeLessThan(0.6);
    expect(runReport(scene, world, run).balls).toBe(1);
  });
});

describe("an error in a collider or ball gives one line that names it", () => {
  const SPHERE = '"type":"sphere","center":[0,0,0]';
  test.for([
    [
      'colliders=[{"type":"cone"}]',
      /^colliders\.0\.type: expected "sphere" or "capsule" or "box" or "half-space" or "mesh", got "cone"$/,
    ],
    [
      `colliders=[{${SPHERE},"radius":0}]`,
      /^colliders\.0\.radius: expected a number of more than 0, got 0$/,
    ],
    [
      `colliders=[{${SPHERE},"radius":1,"bounce":1}]`,
      /^colliders\.0\.bounce: unknown field, expected one of type, center, radius, friction, thickness, motion$/,
    ],
    [
      'colliders=[{"type":"box","center":[0,0,0],"size":[1,0,1]}]',
      /^colliders\.0\.size\.1: expected a number of more than 0, got 0$/,
    ],
    [
      'colliders=[{"type":"capsule","from":[1,2,3],"to":[1,2,3],"radius":1}]',
      /^colliders\.0\.to: expected a point other than from, got the same point/,
    ],
    [
      `colliders=[{${SPHERE},"radius":1,"motion":[{"time":1},{"time":1}]}]`,
      /^colliders\.0\.motion\.1\.time: expected keyframes with rising times, got 1/,
    ],
    [
      `colliders=[{${SPHERE},"radius":1,"friction":-1}]`,
      /^colliders\.0\.friction: expected a number of at least 0, got -1$/,
    ],
    ['colliders=[{"type":"mesh"}]', /^colliders\.0\.path: expected either path or shapes, but/],
    [
      'colliders=[{"type":"mesh","path":"a.obj","shapes":[{"time":0,"path":"a.obj"},{"time":1,"path":"b.obj"}]}]',
      /^colliders\.0\.path: expected either path or shapes, got "a\.obj"$/,
    ],
    [
      'colliders=[{"type":"mesh","shapes":[{"time":0,"path":"a.obj"}]}]',
      /^colliders\.0\.shapes: expected at least 2 items, got/,
    ],
    [
      'colliders=[{"type":"mesh","path":"body.stl"}]',
      /^colliders\.0\.path: expected a file that ends in \.obj, got "body\.stl"$/,
    ],
    [
      'colliders=[{"type":"mesh","path":"body.obj"}]',
      /^colliders\.0\.path: body\.obj: expected its text in files\["body\.obj"\] of createWorld$/,
    ],
    [
      'balls=[{"position":[0,0,0],"radius":1,"mass":1,"type":"cube"}]',
      /^balls\.0\.type: unknown field, expected one of position, radius, mass, /,
    ],
    [
      'balls=[{"position":[0,0,0],"radius":1,"mass":0}]',
      /^balls\.0\.mass: expected a number of more than 0, got 0$/,
    ],
    [
      'balls=[{"position":[0,0,0],"radius":1,"mass":1,"time":-1}]',
      /^balls\.0\.time: expected a number of at least 0, got -1$/,
    ],
  ] as const)("%s", ([assignment, line]) => {
    expect(lineFor(assignment)).toMatch(line);
  });
});

/** A square of one face whose shorter diagonal, along which it is split, depends on the width. */
function quad(width: number, faces = "f 1/1 2/1 3/1 4/1"): string {
  return `v 0 0 0\nv ${width} 0 0.5\nv ${width} 0 1.5\nv 0 0 1\nvt 0 0\n${faces}\n`;
}

function meshWith(first: string, second: string): ColliderInput {
  return {
    type: "mesh",
    shapes: [
      { time: 0, path: first },
      { time: 1, path: second },
    ],
    scale: 0.1,
  };
}

describe("a mesh collider of a scene", () => {
  test("reads its file with all vertices and triangles unchanged", () => {
    // An unused vertex, two with one position and a repeated face.
    const text = "v 9 9 9\nv 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 0 0\nf 2 3 4\nf 2 3 4\nf 5 3 4\n";
    const [collider] = checkScene(
      sceneWith([{ type: "mesh", path: "a.obj", scale: 2, friction: 0.1 }]),
    ).colliders;
    expect(colliderOf(collider!, { "a.obj": text }, "colliders.0", ledger())).toEqual({
      type: "mesh",
      positions: Float64Array.of(18, 18, 18, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0),
      triangles: Int32Array.of(1, 2, 3, 1, 2, 3, 4, 2, 3),
      transform: { position: [0, 0, 0], rotation: [0, 0, 0] },
      friction: 0.1,
      thickness: 0.002,
      motion: undefined,
    });
  });

  test("uses the triangles of its first shape for all shapes", () => {
    const [collider] = checkScene(sceneWith([meshWith("a.obj", "b.obj")])).colliders;
    const files = { "a.obj": quad(1), "b.obj": quad(-1, "f 2 3 4 1") };
    const options = colliderOf(collider!, files, "colliders.0", ledger());
    if (options.type !== "mesh") throw new Error("expected a mesh");
    expect(options).not.toHaveProperty("scale");
    expect(options.triangles.length).toBe(6);
    expect(options.shapes!.map(({ time }) => time)).toEqual([0, 1]);
    expect(options.shapes![0]!.positions).toEqual(options.positions);
    expect([...options.shapes![1]!.positions].slice(3, 6)).toEqual([-0.1, 0, 0.05]);
  });

  test.for([
    [
      `${quad(1)}v 1 1 1\n`,
      "colliders.0.shapes.1.path: b.obj: expected 4 vertices, as in a.obj, got 5",
    ],
    [
      quad(1, "f 1 2 3\nf 1 3 4"),
      "colliders.0.shapes.1.path: b.obj: expected 1 faces, as in a.obj, got 2",
    ],
    [
      quad(1, "f 1 2 3"),
      "colliders.0.shapes.1.path: b.obj: expected vertices 1, 2, 3, 4 in face 1, as in a.obj, got 1, 2, 3",
    ],
    [
      "v 0 0\n",
      'colliders.0.shapes.1.path: b.obj: line 1: expected three numbers after v, got "v 0 0"',
    ],
  ] as const)("refuses another shape that differs: %#", ([text, line]) => {
    const assignment = `colliders=${JSON.stringify([meshWith("a.obj", "b.obj")])}`;
    expect(lineFor(assignment, { "a.obj": quad(1), "b.obj": text })).toBe(line);
  });

  test("finds its files beside the scene, and names the field of a missing one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tatter-colliders-"));
    try {
      const path = join(folder, "scene.json");
      writeFileSync(join(folder, "a.obj"), quad(1));
      writeFileSync(path, JSON.stringify(sceneWith([meshWith("a.obj", "missing.obj")])));
      const scene = await loadSceneFile(path);
      expect(neededFiles(scene)).toEqual([join(folder, "a.obj"), join(folder, "missing.obj")]);
      await expect(openWorld(scene)).rejects.toThrow(
        `colliders.0.shapes.1.path: ${join(folder, "missing.obj")}: no such file`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("is in a recording with its files, which does not contain their paths", () => {
    const [first, second] = ["/home/somebody/1/a.obj", "/home/somebody/2/a.obj"];
    const files = { [first]: quad(1), [second]: quad(2) };
    const scene = checkScene(sceneWith([meshWith(first, second)]));
    const world = createWorld(checkScene(sceneWith([])));
    const { recording } = new SceneRecorder(world, scene, files, "test");
    expect(recording.files).toEqual({
      "colliders/0/shapes/0/a.obj": quad(1),
      "colliders/0/shapes/1/a.obj": quad(2),
    });
    expect(neededFiles(recording.scene)).toEqual(Object.keys(recording.files));
    expect(Buffer.from(encodeRecording(recording)).toString("latin1")).not.toContain("somebody");
  });
});
