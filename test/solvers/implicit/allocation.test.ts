import { Session } from "node:inspector/promises";
import { expect, test } from "vitest";
import { generateGrid } from "../../../src/mesh/index.js";
import { World } from "../../../src/sim/index.js";

interface HeapNode {
  callFrame: { url: string };
  selfSize: number;
  children: HeapNode[];
}

/** Bytes that functions of the solvers and below allocate in a run, by samples of about each quarter of a kilobyte. */
async function bytesOf(run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 256,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  run();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  const sum = ({ callFrame, selfSize, children }: HeapNode): number =>
    (/\/src\/(solvers|kernels|cloth|math)\//.test(callFrame.url) ? selfSize : 0) +
    children.reduce((total, child) => total + sum(child), 0);
  return sum(profile.head);
}

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
  for (let i = 0; i < 150; i++) world.step(); // until all of it is compiled
  const steps = 10;
  const bytes = await bytesOf(() => {
    for (let i = 0; i < steps; i++) world.step();
  });
  expect(bytes / steps).toBeLessThan(2000);
});
