import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";

// A particle that was inside a solid at the start of a substep, and moved on, was put back: the cast along its path
// found a hit at time 0. So it stayed inside as long as it moved.
test("cloth that starts inside a moving floor comes out of it", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        transform: { position: [0, -0.05, 1], rotation: [-90, 0, 0] },
      },
    ],
    colliders: [
      {
        type: "half-space",
        point: [0, 0, 0],
        normal: [0, 1, 0],
        motion: [{ time: 0 }, { time: 1, rotation: [-10, 0, 0] }], // it rises at the cloth
      },
    ],
  });
  for (let i = 0; i < 3; i++) {
    world.step();
    expect(deepestInside(world)).toBeLessThan(1e-6);
  }
});
