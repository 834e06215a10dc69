import { Session } from "node:inspector/promises";
import { expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { World } from "../../src/sim/index.js";
import { generateGrid } from "../../src/mesh/index.js";

interface Sampled {
  selfSize: number;
  children: Sampled[];
}

function sum({ selfSize, children }: Sampled): number {
  return children.reduce((total, child) => total + sum(child), selfSize);
}

/** Bytes that a step of a small sheet in the wind allocates, when all is warm. */
async function bytesOfStep(world: World): Promise<number> {
  for (let i = 0; i < 60; i++) world.step();
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < 10; i++) world.step();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  return sum(profile.head) / 10;
}

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
    expect(await bytesOfStep(world)).toBeLessThan(50_000);
  },
);
