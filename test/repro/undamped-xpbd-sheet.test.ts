import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A sweep over the springs in the order of their numbers stretched edges of an undamped sheet to three times their
// length, in the third step after it was hung from two clips.
test("a sheet without damping that hangs from two clips does not tear", () => {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [56, 56] }),
        material: { ...MATERIALS.cotton, damping: 0 },
        pins: [-0.3, 0.3].map((x) => ({
          select: { sphere: { center: [x, 0.45, 0] as const, radius: 0.1 } },
        })),
      },
    ],
  });
  for (let i = 0; i < 12; i++) world.step();
  expect(world.stats.maxStretch).toBeLessThan(1.15);
});
