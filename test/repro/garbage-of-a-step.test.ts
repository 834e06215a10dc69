import { expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { World } from "../../src/sim/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { bytesOfStep } from "../heap.js";

/**
 * Newton's second iteration asks for `curvature`, which makes closures and small arrays for each triangle (`put` in
 * corner-shear.ts, `slopeProduct` in sheet-elements.ts): a megabyte a step and more for 49 particles.
 */
test.each(MODELS.filter((model) => model !== "springs"))(
  "implicit: a step of a sheet of %s leaves no garbage",
  async (model) => {
    const world = new World({
      wind: { velocity: [1, 0, 3], drag: 2 },
      solver: { type: "implicit", tolerance: 1e-6 },
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
          model,
          pins: [{ select: { group: "top" } }],
        },
      ],
    });
    expect(await bytesOfStep(world, 50_000)).toBeLessThan(50_000);
  },
);
