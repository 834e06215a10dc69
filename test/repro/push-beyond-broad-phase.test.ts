import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";

// A fast ball pushed particles farther in a substep than the broad phase expected, into a floor out of its query range:
// the floor had no contacts with them until the next substep.
test("particles that a fast ball pushes through a distant floor come out within the step", () => {
  for (const [height, speed] of [
    [0.3, 100],
    [0.2, 60],
    [0.15, 40],
  ] as const) {
    const world = new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
          transform: { position: [0, height, 0], rotation: [-90, 0, 0] },
        },
      ],
      colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] }],
      balls: [
        {
          position: [0.05, height + 0.35, 0.03],
          radius: 0.3,
          mass: 10,
          velocity: [0, -speed, 0],
        },
      ],
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      solver: { substeps: 1 },
    });
    world.step();
    expect(deepestInside(world), `at ${speed} m/s`).toBeLessThan(1e-6);
  }
});
