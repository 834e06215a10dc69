import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

// A contact near a pinned particle divided by the mobility of the free ones, which is nearly nothing there: to keep the
// cloth off the sphere at the pin, they were thrown away at any speed.
test.each(["xpbd", "implicit"] as const)(
  "with %s a sphere that passes through the pinned edge does not hurl the cloth",
  (type) => {
    for (const height of [0.5, 0.48]) {
      const world = new World({
        solver: { type },
        cloths: [
          {
            mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
            pins: [{ select: { group: "top" } }],
            material: { density: 0.2, stiffness: 400, bendStiffness: 2, damping: 4 },
          },
        ],
        colliders: [
          {
            type: "sphere",
            center: [0.02, height, -0.2],
            radius: 0.05,
            motion: [{ time: 0 }, { time: 0.4, move: [0, 0, 0.4] }], // 1 m/s
          },
        ],
      });
      for (let i = 0; i < 24; i++) {
        world.step();
        expect(fastest(world), `at ${height} m, step ${i}`).toBeLessThan(6); // was 12 to 3 million
      }
      expect(world.tally.maxStretch).toBeLessThan(3);
    }
  },
);
