import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// Every second row is 0.05 mm from the next. Newton's method did not converge on such slivers, and all substeps were
// halved four times: 550 solves per step.
test("implicit stops after a bounded number of solves on slivers, and reports it", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [12, 12] });
  for (let row = 1; row < 13; row += 2) {
    for (let i = 13 * row; i < 13 * row + 13; i++) {
      const away = 5e-5 * (1 + Math.abs(Math.sin(7.3 * i)));
      mesh.positions[3 * i + 1] = mesh.positions[3 * (i - 13) + 1]! + away;
    }
  }
  const world = new World({
    solver: { type: "implicit" },
    cloths: [{ mesh, pins: [{ select: { ids: [0, 12] } }] }],
  });
  let max = 0;
  for (let i = 0; i < 2; i++) {
    world.step();
    max = Math.max(max, world.stats.iterations);
  }
  expect(max).toBeGreaterThan(64);
  expect(max).toBeLessThan(300);
  expect(world.stats.untrustedSteps).toBeGreaterThan(0);
  expect(world.stats.maxStretch).toBeLessThan(1.2);
});

// Cells of 40 mm × 0.04 mm in a zigzag: half substeps were no better than whole ones, and 115 to 144 solves per step
// were wasted.
test("implicit stops earlier if the residual is larger than the forces", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [16, 16] });
  for (let i = 0; i < 17 * 17; i++) {
    const column = i % 17;
    mesh.positions[3 * i] = 0.04 * column;
    mesh.positions[3 * i + 1] = 0.00004 * Math.floor(i / 17) - 0.00002 * (column % 2);
  }
  const world = new World({
    wind: { velocity: [1, 0, 3] },
    solver: { type: "implicit" },
    cloths: [{ mesh, pins: [{ select: { ids: [272, 273] } }] }],
  });
  for (let i = 0; i < 3; i++) {
    world.step();
    expect(world.stats.iterations, `step ${i}`).toBeLessThan(80);
  }
  expect(world.stats.untrustedSteps).toBe(3);
  expect(world.stats.maxStretch).toBeLessThan(2);
});
