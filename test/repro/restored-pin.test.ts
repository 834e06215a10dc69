import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

const options = (): WorldOptions => ({
  cloths: [
    {
      mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
      pins: [{ select: { group: "top" } }],
    },
  ],
});

// An added pin got the state of an earlier one at the same index, but had its own motion and particles.
test("a pin is restored with its own motion, whatever was pinned in the meantime", () => {
  const world = new World(options());
  const start = world.capture();
  world.pin({
    select: { ids: [2] },
    motion: [
      { time: 0, translation: [0, 0, 0] },
      { time: 1, translation: [1, 0, 0] },
    ],
  });
  const pinned = world.capture();
  world.step();
  const hash = world.hash();
  world.restore(start);
  world.pin({ select: { ids: [3] }, hold: { axis: [1, 0, 0] } });
  world.step();
  world.restore(pinned);
  world.step();
  expect(world.hash()).toBe(hash);
});

// A pin was recreated from the selection of its options, and a vertex that they name may have been undone since.
test("a world is loaded if a pin names a vertex that no longer exists", () => {
  const world = new World(options());
  world.cut({
    line: [
      [0, 0.6, 0],
      [0, -0.2, 0],
    ],
  });
  world.pin({ select: { ids: [3, world.cloths[0]!.particles.count - 1] } });
  world.undo();
  const other = new World(options());
  other.load(world.save());
  world.step();
  other.step();
  expect(other.cloths[0]!.pins[1]!.particles).toEqual([3]);
  expect(other.hash()).toBe(world.hash());
});
