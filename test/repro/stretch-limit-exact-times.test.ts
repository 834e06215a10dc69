import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// The array of lengths for the stretch limit is created in the first substep. Exact times restored what was saved
// before it existed: NaN. Then no time of a tear was found, and the cloth did not move for the step.
test.each(["stretch", "separation-tensor"] as const)(
  "a cloth with a stretch limit tears at exact times in its first step, by %s",
  (criterion) => {
    const world = new World({
      gravity: [0, 0, 0],
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
          material: { density: 0.3, stiffness: 100, bendStiffness: 1, damping: 0.1 },
          tearing: { criterion, limit: criterion === "stretch" ? 1.2 : 0.2, resolve: "exact" },
        },
      ],
      solver: { type: "euler", stretchLimit: 3 },
    });
    const { velocities, positions, count } = world.cloths[0]!.particles;
    for (let p = 0; p < count; p++) velocities[3 * p] = positions[3 * p]! < 0 ? -100 : 100;
    world.step();
    expect(world.stats.tears).toBeGreaterThan(0);
    expect(world.cloths[0]!.positions[0]).toBeLessThan(-1);
  },
);
