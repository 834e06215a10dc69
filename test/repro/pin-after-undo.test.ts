import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A released pin did not forget copies that an undo removed. It pinned them again, and the next cut gave their numbers
// to unrelated particles.
test("a pin forgets undone particles, also when it is released", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        pins: [{ select: { group: "top" } }],
      },
    ],
  });
  const { pins, particles } = world.cloths[0]!;
  const before = [...pins[0]!.particles];
  world.cut({
    line: [
      [0, 0.6, 0],
      [0, -0.6, 0],
    ],
  });
  expect(pins[0]!.particles).toHaveLength(before.length + 1);
  pins[0]!.release();
  world.undo();
  expect(pins[0]!.particles).toEqual(before);
  pins[0]!.hold();
  expect(pins[0]!.particles).toEqual(before);
  world.cut({
    line: [
      [-0.6, -0.25, 0],
      [0.6, -0.25, 0],
    ],
  });
  for (let p = 25; p < particles.count; p++) expect(particles.pinned[p]).toBe(0);
});
