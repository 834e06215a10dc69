import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

/**
 * A tear within a step can replace the memory of multigrid by a larger one. Its multipliers were read at the new
 * addresses, and the coarse levels of the step were not computed again. A world that returned to the start of the step
 * had the space already, and went on with other bits.
 */
test("a step in which the memory of multigrid grows has the same bits when it has grown before", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [10, 10] }),
        material: { ...MATERIALS.cotton, stiffness: 500 },
        pins: [
          { select: { group: "top" } },
          {
            select: { group: "bottom" },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 1, translation: [0.3, -1, 0.3] },
            ],
          },
        ],
        tearing: {
          criterion: "stretch",
          limit: 1.02,
          path: "plane",
          starts: "any",
          heldZone: 0,
          resolve: "substep",
        },
      },
    ],
    solver: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
  });
  const cloth = world.cloths[0]!;
  let grown = 0;
  for (let i = 1; i <= 60; i++) {
    const start = world.capture();
    const { capacity } = cloth.mesh.rows.vertex;
    world.step();
    if (cloth.mesh.rows.vertex.capacity === capacity) continue;
    grown++;
    const hash = world.hash();
    world.restore(start);
    world.step();
    expect(world.hash()).toBe(hash);
  }
  expect(grown).toBeGreaterThan(0);
});
