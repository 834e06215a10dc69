import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A cotton curtain was pulled with 400 N until it tore, and released: light particles on stiff, highly stretched edges
// were too fast for the substeps of the next step, and the run blew up.
test("a torn, stretched cloth stays finite after its release with rk4 and automatic substeps", () => {
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
  const grab = world.grab({ point: [-0.1, 0, 0], maxForce: 400 })!;
  for (let i = 1; i <= 20; i++) {
    grab.moveTo([-0.1 - 0.02 * i, -0.03 * i, 0.015 * i]);
    world.step();
    expect(world.isFinite()).toBe(true);
  }
  grab.release();
  for (let i = 0; i < 15; i++) {
    world.step();
    expect(world.isFinite()).toBe(true);
  }
  expect(world.stats.tears).toBeGreaterThan(3);
});
