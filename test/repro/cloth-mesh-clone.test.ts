import { MeshBasicMaterial, Scene, type Mesh } from "three";
import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { BallMesh, ClothMesh, ColliderMesh } from "../../src/three/index.js";

// clone() creates a mesh without arguments first, and the constructors read their source at once: "Cannot read
// properties of undefined".
test("views can be cloned, alone and with their scene", () => {
  const world = new World({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }) }],
    colliders: [{ type: "sphere", center: [0, 0, 5], radius: 0.2 }],
    balls: [{ position: [0, 0, 8], radius: 0.2, mass: 1 }],
  });
  const material = new MeshBasicMaterial();
  const views = [
    new ClothMesh(world.cloths[0]!, material),
    new ColliderMesh(world.colliders[0]!, material),
    new BallMesh(world.balls[0]!, material),
  ];
  const scene = new Scene();
  for (const [i, view] of views.entries()) {
    view.name = `view ${i}`;
    view.renderOrder = i;
    scene.add(view);
  }
  for (const [i, copy] of scene.clone().children.entries()) {
    const view = views[i]!;
    expect(copy).toBeInstanceOf(view.constructor);
    expect(copy).not.toBe(view);
    const { geometry, name, renderOrder } = copy as Mesh;
    expect({ geometry, name, renderOrder }).toEqual({
      geometry: view.geometry,
      name: view.name,
      renderOrder: i,
    });
    expect(geometry).toBe(view.geometry);
    (copy as (typeof views)[0]).update();
  }
});
