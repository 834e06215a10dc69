import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";

// Each collider pushed particles out once, and the last one decided: in a valley between two, fast cloth was left
// inside the first.
test("fast cloth in a valley between two colliders is in neither", () => {
  for (const first of [
    { type: "half-space", point: [0, 0, 0], normal: [0.9, 1, 0] },
    { type: "sphere", center: [-0.4, 0, 0], radius: 0.4 },
  ] as const) {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
          transform: { position: [0, 0.6, 0], rotation: [-90, 0, 0] },
        },
      ],
      colliders: [first, { type: "half-space", point: [0, 0, 0], normal: [-0.7, 1, 0] }],
      solver: { substeps: 1 },
    });
    const { velocities } = world.cloths[0]!.particles;
    for (let i = 1; i < velocities.length; i += 3) velocities[i] = -100;
    for (let i = 0; i < 10; i++) {
      world.step();
      expect(deepestInside(world), `${first.type}, step ${i}`).toBeLessThan(1e-4);
    }
  }
});
