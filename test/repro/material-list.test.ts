import { BackSide, FrontSide, MeshBasicMaterial, Raycaster, Vector3 } from "three";
import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { BallMesh, ClothMesh, ColliderMesh } from "../../src/three/index.js";

// three.js draws a list of materials by the groups of the geometry, and cloths and balls had none: nothing was drawn.
test("each material of a list draws the whole surface", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
  const world = new World({
    cloths: [{ mesh, imperfection: 0 }],
    gravity: [0, 0, 0],
    colliders: [{ type: "sphere", center: [0, 0, 5], radius: 0.2 }],
    balls: [{ position: [0, 0, 8], radius: 0.2, mass: 1 }],
  });
  const front = new MeshBasicMaterial({ side: FrontSide });
  const back = new MeshBasicMaterial({ side: BackSide });
  const view = new ClothMesh(world.cloths[0]!, [front, back]);
  const all = [
    view,
    new ColliderMesh(world.colliders[0]!, [front, back]),
    new BallMesh(world.balls[0]!, [front, back]),
  ];
  for (const { geometry } of all) {
    const { count } = geometry.getIndex()!;
    expect(geometry.groups).toEqual([
      { start: 0, count, materialIndex: 0 },
      { start: 0, count, materialIndex: 1 },
    ]);
  }
  const hits = (z: number): unknown[] =>
    new Raycaster(new Vector3(0.1, 0.05, z), new Vector3(0, 0, -z))
      .intersectObject(view)
      .map(({ face }) => face!.materialIndex);
  expect(hits(2)).toEqual([0]);
  expect(hits(-2)).toEqual([1]);

  const triangles = world.cloths[0]!.mesh.triangleCount;
  world.cut({
    line: [
      [-0.5, 0.1, 0],
      [0.5, 0.1, 0],
    ],
  });
  expect(world.cloths[0]!.mesh.triangleCount).toBeGreaterThan(triangles);
  view.update();
  const count = 3 * world.cloths[0]!.mesh.triangleCount;
  expect(view.geometry.groups.map((group) => group.count)).toEqual([count, count]);
});
