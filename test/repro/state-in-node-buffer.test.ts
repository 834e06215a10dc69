import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A copy was made by `slice`, which for a Node Buffer is a view of shared memory: another part of it was read.
test("a state at any offset of a Node Buffer is read correctly", () => {
  const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [3, 3] }) }] });
  for (let i = 0; i < 3; i++) world.step();
  const hash = world.hash();
  const state = world.save();
  for (const before of [1, 2, 8]) {
    const buffer = Buffer.concat([Buffer.alloc(before), state]).subarray(before);
    world.reset();
    world.load(buffer);
    expect(world.hash()).toBe(hash);
  }
});
