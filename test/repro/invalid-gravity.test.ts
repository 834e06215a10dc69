import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// Gravity can be changed between steps, and was not checked then.
test("gravity that is not a vector is refused by name, and nothing has moved", () => {
  const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [3, 3] }) }] });
  const hash = world.hash();
  world.gravity = [0, "-9.81", 0] as never;
  expect(() => world.step()).toThrow('gravity.1: expected a finite number, got "-9.81"');
  world.gravity = [0, NaN, 0];
  expect(() => world.step()).toThrow("gravity.1: expected a finite number, got NaN");
  expect(world.hash()).toBe(hash);
  world.gravity = [0, -9.81, 0];
  world.step();
});
