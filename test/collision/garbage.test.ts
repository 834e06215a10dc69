import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { bytesOfCall } from "../heap.js";

test("collisions leave next to nothing on the heap", async () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [16, 16] }),
        transform: { position: [0, 0.55, 0], rotation: [-90, 0, 0] },
      },
    ],
    colliders: [
      { type: "sphere", center: [-0.2, 0.3, -0.2], radius: 0.2 },
      { type: "box", center: [0.2, 0.2, 0.2], size: [0.3, 0.4, 0.3], rotation: [0, 30, 0] },
      { type: "capsule", from: [0.2, 0.1, -0.4], to: [0.4, 0.3, -0.2], radius: 0.1 },
      { type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] },
    ],
    balls: [{ position: [-0.2, 0.8, -0.2], radius: 0.08, mass: 0.1 }],
    solver: { substeps: 4 },
  });
  // No array and no object: what is left are numbers that the engine boxes on their way from call to call. One for each
  // pair that is looked at would be tens of kilobytes.
  expect(await bytesOfCall(() => world.step(), /\/src\/collision\//, 8000)).toBeLessThan(8000);
});
