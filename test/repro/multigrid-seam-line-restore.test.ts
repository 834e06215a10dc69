import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

/**
 * The line of a seam with a strength is inserted before the solver is created. A restore from another world undoes and
 * repeats these edits, and the particles on the line took the rows of weights of their neighbors: other bits.
 */
test("a state of multigrid with a seam line continues bit-exact in another world", () => {
  const line = [
    [0.1, 0.45],
    [0.9, 0.55],
  ] as [number, number][];
  const make = (): World =>
    new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [12, 12] }),
          pins: [{ select: { group: "top" } }],
          seams: [{ line, strength: 0.5 }],
        },
      ],
      solver: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
    });
  const [world, other] = [make(), make()];
  for (let i = 0; i < 3; i++) world.step();
  other.restore(world.capture());
  for (let i = 0; i < 3; i++) for (const own of [world, other]) own.step();
  expect(other.hash()).toBe(world.hash());
});
