import { Box3, MeshBasicMaterial, Raycaster, Vector3 } from "three";
import { expect, test } from "vitest";
import { ClothMesh } from "../../src/three/index.js";
import { pulledSheet } from "../worlds.js";

// Box3.setFromObject leaves a bounding box in the geometry, and rays are tested against it first. The cloth moved on
// and the box did not, so rays missed the cloth.
test("rays hit a cloth that was measured before it moved", () => {
  const world = pulledSheet();
  const cloth = world.cloths[0]!;
  const view = new ClothMesh(cloth, new MeshBasicMaterial());
  const before = new Box3().setFromObject(view);
  for (let i = 2; i < cloth.positions.length; i += 3) cloth.positions[i]! += 3;
  for (let i = 0; i < cloth.positions.length; i += 3) cloth.positions[i]! += 3;
  view.update();
  const ray = new Raycaster(new Vector3(3.1, 0.05, 9), new Vector3(0, 0, -1));
  expect(ray.intersectObject(view)).toHaveLength(1);
  const after = new Box3().setFromObject(view);
  expect(after.min.x).toBeCloseTo(before.min.x + 3, 5);
  expect(after.max.z).toBeCloseTo(before.max.z + 3, 5);
});
