import { expect, test } from "vitest";
import { referenceKernels, type Kernels } from "../../src/kernels/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { BlowUpError, World } from "../../src/sim/index.js";

// With `exact` each tear time costs another substep, and under a gravity of 1e154 there were as many times as edges.
test("a substep is repeated a bounded number of times, for any number of edges over the limit", () => {
  let substeps = 0;
  const kernels: Kernels = {
    ...referenceKernels,
    predict(...args) {
      substeps++;
      referenceKernels.predict(...args);
    },
  };
  const world = new World({
    gravity: [0, -1e154, 0],
    kernels,
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [12, 12] }),
        pins: [{ select: { group: "top" } }],
        tearing: { criterion: "stretch", limit: 1.01, resolve: "exact", maxTearsPerStep: 100_000 },
      },
    ],
  });
  expect(() => world.step()).toThrow(BlowUpError);
  expect(substeps).toBeLessThanOrEqual(20 * 130);
});
