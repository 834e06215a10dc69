import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { fastest } from "../speeds.js";

const SOFT = { density: 0.2, stiffness: 60, shear: 10, bendStiffness: 1, damping: 0.15 };
const SPEED = 100;

// The stable substep of a sheet at rest was computed once per step. A ball that hit it later in the step stretched it
// so that the remaining substeps were too long, and the run blew up.
test.each(["euler", "midpoint", "rk4"] as const)(
  "%s updates the stable substep when a sheet is hit during a step",
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
    expect(world.stats.maxStretch).toBeGreaterThan(1.5); // there was an impact
  },
);
