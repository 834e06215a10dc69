import { Box3, MeshBasicMaterial, Raycaster, Vector3, type BufferAttribute } from "three";
import { describe, expect, test } from "vitest";
import type { ColliderOptions } from "../../src/collision/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { BallMesh, ballTexture, ColliderMesh } from "../../src/three/index.js";

const MATERIAL = new MeshBasicMaterial();

function worldWith(...colliders: ColliderOptions[]): World {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  return new World({ cloths: [{ mesh, transform: { position: [0, 50, 0] } }], colliders });
}

/** The corners of the bounding box of the drawn mesh, to 1 mm. */
function drawnBox(view: ColliderMesh | BallMesh): number[][] {
  view.updateMatrixWorld();
  const { min, max } = new Box3().setFromObject(view, true);
  return [min, max].map((corner) => corner.toArray().map((x) => Math.round(1000 * x) / 1000 + 0));
}

/** The distance at which a ray hits the view, m; undefined if it misses. */
function distanceTo(view: ColliderMesh, from: Vector3, direction: Vector3): number | undefined {
  view.updateMatrixWorld();
  return new Raycaster(from, direction.normalize()).intersectObject(view)[0]?.distance;
}

describe("ColliderMesh", () => {
  const angularVelocity: ColliderOptions["motion"] = [
    { time: 0 },
    { time: 1, translation: [0.5, 0, 0], rotation: [0, 0, 90] },
  ];

  test.each<[ColliderOptions, number[][], number[][]]>([
    [
      { type: "sphere", center: [1, 2, 3], radius: 0.5, motion: angularVelocity },
      [
        [0.5, 1.5, 2.5],
        [1.5, 2.5, 3.5],
      ],
      [
        [1, 1.5, 2.5],
        [2, 2.5, 3.5],
      ],
    ],
    [
      { type: "capsule", from: [0, 1, 0], to: [2, 1, 0], radius: 0.1, motion: angularVelocity },
      [
        [-0.1, 0.9, -0.1],
        [2.1, 1.1, 0.1],
      ],
      [
        [1.4, -0.1, -0.1],
        [1.6, 2.1, 0.1],
      ],
    ],
    [
      {
        type: "box",
        center: [0, 1, 0],
        size: [0.4, 0.2, 0.6],
        rotation: [0, 90, 0],
        motion: angularVelocity,
      },
      [
        [-0.3, 0.9, -0.2],
        [0.3, 1.1, 0.2],
      ],
      [
        [0.4, 0.7, -0.2],
        [0.6, 1.3, 0.2],
      ],
    ],
  ])("a $type is at its simulated position, and moves and rotates with it", (options, from, to) => {
    const world = worldWith(options);
    const [collider] = world.colliders;
    const view = new ColliderMesh(collider!, MATERIAL);
    expect(drawnBox(view)).toEqual(from);
    for (let i = 0; i < 61; i++) world.step();
    view.update();
    expect(drawnBox(view)).toEqual(to);
  });

  test("follows a drag", () => {
    const world = worldWith({ type: "sphere", center: [0, 0, 0], radius: 1 });
    const view = new ColliderMesh(world.colliders[0]!, MATERIAL);
    world.colliders[0]!.moveTo([3, 0, -2]);
    world.step();
    view.update();
    expect(drawnBox(view)).toEqual([
      [2, -1, -3],
      [4, 1, -1],
    ]);
  });

  test.each<[number, number, number]>([
    [0, 1, 0],
    [0, -2, 0],
    [0, 0, 1],
    [0, 0, -1],
    [3, 4, 0],
  ])(
    "a half-space with the normal (%d, %d, %d) is visible only from its free side",
    (...normal) => {
      const point: [number, number, number] = [0.5, 1, -2];
      const view = new ColliderMesh(
        worldWith({ type: "half-space", point, normal }).colliders[0]!,
        MATERIAL,
      );
      const out = new Vector3(...normal).normalize();
      const start = new Vector3(...point).addScaledVector(out, 3);
      expect(distanceTo(view, start, out.clone().negate())).toBeCloseTo(3, 5);
      start.addScaledVector(out, -6);
      expect(distanceTo(view, start, out.clone())).toBe(undefined);
    },
  );

  test("a mesh is drawn by its pose, a deforming one by its vertices", () => {
    const options: ColliderOptions = {
      type: "mesh",
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    };
    const pose = { position: [0, 2, 0], matrix: [1, 0, 0, 0, 0, -1, 0, 1, 0] }; // a quarter turn about x
    const still = new ColliderMesh({ options, pose }, MATERIAL);
    expect(drawnBox(still)).toEqual([
      [0, 1, 0],
      [1, 2, 1],
    ]);
    const shapes = [{ time: 0, positions: options.positions }];
    const ends = [0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5];
    const source = { options: { ...options, shapes }, pose, vertices: ends };
    const living = new ColliderMesh(source, MATERIAL);
    expect(drawnBox(living)).toEqual([
      [0, 0, 0],
      [5, 5, 5],
    ]);
    const normals = living.geometry.getAttribute("normal").array;
    const places = living.geometry.getAttribute("position") as BufferAttribute;
    const { version } = places;
    living.update({ ...source, vertices: ends.map((x) => x / 2) });
    expect(drawnBox(living)[1]).toEqual([2.5, 2.5, 2.5]);
    expect(places.version).toBeGreaterThan(version); // otherwise the GPU would keep the old ones
    expect([...normals].every(Number.isFinite)).toBe(true);
  });
});

describe("BallMesh", () => {
  test("moves, rotates and takes over another ball", () => {
    const world = worldWith();
    const ball = world.addBall({
      position: [0, 1, 0],
      radius: 0.25,
      mass: 1,
      velocity: [2, 0, 0],
      angularVelocity: [0, 0, -3],
    });
    const view = new BallMesh(ball, MATERIAL);
    expect(drawnBox(view)).toEqual([
      [-0.25, 0.75, -0.25],
      [0.25, 1.25, 0.25],
    ]);
    for (let i = 0; i < 30; i++) world.step();
    view.update();
    expect(view.position.x).toBeCloseTo(1, 6);
    expect(2 * Math.asin(view.quaternion.z)).toBeCloseTo(-1.5, 3);
    view.update({ radius: 2, position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    expect(drawnBox(view)[1]).toEqual([2, 2, 2]);
  });

  test("has a pattern of two colors with equal areas", () => {
    const { image } = ballTexture(0xff0000, 0x0000ff);
    const { data, width, height } = image as { data: Uint8Array; width: number; height: number };
    const row = 4 * width * (height / 2);
    const colors = Array.from({ length: width }, (_, x) =>
      [...data.slice(row + 4 * x, row + 4 * x + 4)].join(),
    );
    expect(colors.filter((color) => color === "255,0,0,255").length).toBe(width / 2);
    expect(colors.filter((color) => color === "0,0,255,255").length).toBe(width / 2);
  });
});
