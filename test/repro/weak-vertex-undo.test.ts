import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

// A state had the weak vertices, but not which of them were weak before the cuts that it can undo.
test("a vertex that was weak before a cut is weak after its undo, in a loaded world too", () => {
  const options = (): WorldOptions => ({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }) }],
  });
  const world = new World(options());
  world.cloths[0]!.damage.setWeak(12, true);
  world.cut({
    line: [
      [-0.6, 0, 0],
      [0.6, 0, 0],
    ],
  });
  const other = new World(options());
  other.load(world.save());
  world.undo();
  other.undo();
  expect(world.cloths[0]!.damage.weakVertices()).toEqual([12]);
  expect(other.cloths[0]!.damage.weakVertices()).toEqual([12]);
});
