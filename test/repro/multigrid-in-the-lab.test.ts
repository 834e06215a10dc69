import { expect, test } from "vitest";
import { StepParts } from "../../lab/src/simulation/step-parts.js";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

/**
 * The lab divides the steps of an implicit solver by the time that they take. With multigrid the first steps were divided
 * too, so the same scene tore differently from run to run, and other than in Node.
 */
test("the lab takes whole steps with multigrid, from the first one on", () => {
  const make = (): World =>
    new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
          material: MATERIALS.cotton,
          pins: [{ select: { group: "top" } }],
        },
      ],
      solver: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
    });
  const world = make();
  const own = make();
  const parts = new StepParts(own);
  for (let i = 0; i < 4; i++) {
    world.step();
    expect(parts.advance()).toBe(true);
    expect(own.hash()).toBe(world.hash());
  }
});
