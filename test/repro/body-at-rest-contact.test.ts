import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

/**
 * A sheet of 1 m × 1 m, and a larger plate that waits for a step and then jumps over it in one substep. No edge of the
 * plate touches the sheet.
 */
function jumpedOver(kernels: WorldOptions["kernels"] & {}): World {
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    kernels,
    solver: { type: "xpbd", step: 1 / 60, substeps: 1 },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        model: "membrane", // its strain at rest is 0 without rounding
        imperfection: 0,
      },
    ],
    colliders: [
      {
        type: "box",
        center: [0, 0, 0],
        size: [2, 2, 0.1],
        motion: [
          { time: 1 / 60, translation: [0, 0, 1] },
          { time: 2 / 60, translation: [0, 0, -1] },
        ],
      },
    ],
  });
}

// The path of a particle was followed only if x² + y² + z² > 0, so one exactly at rest stayed behind a collider that had
// jumped over it.
test.each(["reference", "wasm"] as const)(
  "a collider that jumps over a particle at rest in one substep takes it along: %s",
  (kernels) => {
    const world = jumpedOver(kernels);
    const { positions, velocities, count } = world.cloths[0]!.particles;
    const start = positions.slice();
    world.step();
    expect(positions).toEqual(start);
    expect(velocities.every((speed) => speed === 0)).toBe(true);
    world.step();
    for (let p = 0; p < count; p++) expect(positions[3 * p + 2]).toBeLessThan(-1.05);
  },
);
