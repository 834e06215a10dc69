import { expect, test } from "vitest";
import { generateGrid } from "../../../src/mesh/index.js";
import { World } from "../../../src/sim/index.js";
import { bytesOfStep } from "../../heap.js";

// A sheet of 289 particles: three numbers for each would be 7 kB, its matrix 110 kB, its factor 500 kB.
test.each([
  ["springs", "direct"],
  ["angles", "direct"],
  ["baraff-witkin", "conjugate-gradients"],
  ["membrane", "conjugate-gradients"],
] as const)("a step of %s solved by %s allocates nothing to speak of", async (model, linear) => {
  const world = new World({
    solver: { type: "implicit", linear },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [16, 16] }),
        model,
        pins: [{ select: { group: "top" } }],
      },
    ],
  });
  expect(await bytesOfStep(world, 2000)).toBeLessThan(2000);
});
