import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { World } from "../../src/sim/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { shake } from "../physics/sheets.js";

/**
 * In a long step of a light sheet that flies apart, rounding alone makes the stiffness matrix indefinite. The substep
 * should be halved, and finally flagged, like any other that does not converge. It threw, and the step was aborted.
 */
test("implicit: a violent step does not throw", () => {
  const world = new World({
    solver: { type: "implicit", substeps: 2 },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [5, 5] }),
        model: "membrane",
        material: { ...MATERIALS.cotton, density: 1e-3 },
        pins: [{ select: { ids: [30] } }],
      },
    ],
  });
  shake(world, 5, 0, 1e4);
  for (let i = 0; i < 3; i++) world.step(1);
  expect(world.isFinite()).toBe(true);
});
