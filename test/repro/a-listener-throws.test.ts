import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// Listeners were called in the middle of the counting: one that threw left the counts behind the mesh.
test("a listener that throws does no harm to the counts", () => {
  const motion = [
    { time: 0, move: [0, 0, 0] },
    { time: 0.5, move: [0.8, 0, 0] },
  ] as const;
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
        pins: [
          {
            select: {
              uv: [
                [0, 0],
                [0.001, 1],
              ],
            },
          },
          {
            select: {
              uv: [
                [0.999, 0],
                [1, 1],
              ],
            },
            motion,
          },
        ],
        tearing: { limit: 1.2 },
      },
    ],
  });
  world.on("tear", () => {
    throw new Error("not my fault");
  });
  for (let i = 0; i < 30; i++) {
    try {
      world.step();
    } catch {
      // the listener's error is its user's to see
    }
  }
  expect(world.tally.tears).toBeGreaterThan(0);
  expect(world.tally.tears).toBe(world.cloths[0]!.edits.length);
  expect(world.tally.steps).toBe(30);
});
