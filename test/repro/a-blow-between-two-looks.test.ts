import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

const SOFT = { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 };
const SPEED = 100;

// A sheet at rest was looked at once a step: a ball that struck it after that stretched it so that the substeps of the same step were
// too long, and the run blew up.
test.each(["euler", "midpoint", "rk4"] as const)(
  "%s looks again at a sheet that is struck in the middle of a step",
  (type) => {
    const world = new World({
      solver: { type },
      cloths: [
        {
          mesh: generateGrid({ size: [0.6, 0.6], segments: [8, 8] }),
          model: "membrane",
          material: SOFT,
          pins: [{ select: { group: "top" } }],
        },
      ],
      balls: [{ position: [0, 0, 0.15], radius: 0.05, mass: 5, velocity: [0, 0, -SPEED] }],
    });
    for (let i = 0; i < 5; i++) {
      world.step();
      expect(fastest(world)).toBeLessThan(3 * SPEED);
    }
    expect(world.stats.maxStretch).toBeGreaterThan(1.5); // it was struck indeed
  },
);
