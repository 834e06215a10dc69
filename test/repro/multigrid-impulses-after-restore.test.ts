import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

/**
 * Impulses that nobody had read stayed in the memory of multigrid when a state with fewer multipliers was restored. The
 * next step added to them, and its tensions and pin forces were too large.
 */
test("a restored start has the tensions of a new world in its first step", () => {
  const make = (): World =>
    new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [10, 10] }),
          material: { ...MATERIALS.cotton, stiffness: 500 },
          pins: [{ select: { group: "top" } }],
        },
      ],
      solver: { type: "implicit", linear: "multigrid" },
    });
  const firstTensions = (world: World): number[] => {
    world.step();
    const cloth = world.cloths[0]!;
    return [...Array(cloth.mesh.edgeCount).keys()].map((edge) => cloth.tensionOf(edge));
  };
  const world = make();
  const start = world.capture();
  for (let i = 0; i < 10; i++) world.step();
  world.restore(start);
  expect(firstTensions(world)).toEqual(firstTensions(make()));
});
