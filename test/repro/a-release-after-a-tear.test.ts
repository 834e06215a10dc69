import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A curtain of cotton was drawn out with 400 N until it tore, and let go: light particles on stiff, far stretched edges
// were faster than the substeps of the step that followed, and everything was lost.
test("a torn, stretched cloth that is let go stays finite with rk4 and as many substeps as it needs", () => {
  const world = new World({
    solver: { type: "rk4" },
    cloths: [
      {
        mesh: generateGrid({ size: [0.6, 0.5], segments: [12, 10] }),
        material: { density: 0.15, stiffness: 2000, bendStiffness: 2, damping: 0.5 },
        pins: [{ select: { group: "top" } }],
        tearing: { criterion: "stretch", limit: 1.3 },
      },
    ],
  });
  for (let i = 0; i < 5; i++) world.step();
  const hand = world.grab({ point: [-0.1, 0, 0], maxForce: 400 })!;
  for (let i = 1; i <= 20; i++) {
    hand.moveTo([-0.1 - 0.02 * i, -0.03 * i, 0.015 * i]);
    world.step();
    expect(world.isFinite()).toBe(true);
  }
  hand.release();
  for (let i = 0; i < 15; i++) {
    world.step();
    expect(world.isFinite()).toBe(true);
  }
  expect(world.stats.tears).toBeGreaterThan(3);
});
