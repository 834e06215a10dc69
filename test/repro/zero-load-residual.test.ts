import { expect, test } from "vitest";
import { World } from "../../src/sim/index.js";
import { generateGrid } from "../../src/mesh/index.js";

/**
 * A sheet that drifts without load only has rounding as forces, and the residual is rounding over rounding: Newton's
 * method never converges, each substep is halved to the limit (992 solves per step instead of 4), and the forces are
 * not trusted.
 */
test.each(["springs", "membrane"] as const)(
  "implicit: a drifting sheet of %s without load converges",
  (model) => {
    const world = new World({
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      solver: { type: "implicit" },
      cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }), model, imperfection: 0 }],
    });
    const { velocities } = world.cloths[0]!.particles;
    for (let i = 0; i < velocities.length; i++) velocities[i] = [1, 0.3, 0.2][i % 3]!;
    for (let i = 0; i < 2; i++) world.step();
    expect(world.stats.halvings).toBe(0);
    expect(world.stats.untrustedSteps).toBe(0);
  },
);
