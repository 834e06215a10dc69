import { Box3, MeshBasicMaterial, Vector3 } from "three";
import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { ClothMesh } from "../../src/three/index.js";

// The buffers of a ClothMesh have spare capacity for tears, and three.js treated it as points at the origin: bounding
// boxes reached from the cloth to the origin, and exported files contained the points.
test("the bounding box of a cloth far from the origin does not include the origin", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
  for (let i = 0; i < mesh.positions.length; i += 3) mesh.positions[i]! += 10;
  const world = new World({ cloths: [{ mesh, imperfection: 0 }], gravity: [0, 0, 0] });
  const view = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
  const line: [number, number, number][] = [
    [9.5, 0.1, 0],
    [10.5, 0.1, 0],
  ];
  for (const isCut of [false, true]) {
    if (isCut) world.cut({ line });
    view.update();
    for (const precise of [false, true]) {
      const box = new Box3().setFromObject(view, precise);
      expect(box.min).toEqual(new Vector3(9.5, -0.5, 0));
      expect(box.max).toEqual(new Vector3(10.5, 0.5, 0));
    }
    const { position, normal, uv } = view.geometry.attributes;
    const points = new Set(view.geometry.getIndex()!.array).size;
    for (const attribute of [position!, normal!, uv!]) {
      expect(attribute.count).toBe(points);
      expect(attribute.array.length).toBe(points * attribute.itemSize);
    }
    expect(view.geometry.getIndex()!.array.length).toBe(3 * world.cloths[0]!.mesh.triangleCount);
  }
});
