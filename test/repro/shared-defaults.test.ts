import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

// A number set in the gravity or the wind of one world was the default of the next.
test("values set in one world stay there, and a reset restores them", () => {
  const options: WorldOptions = {
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [1, 1] }) }],
  };
  const world = new World({ ...options, gravity: [0, -5, 0] });
  const other = new World(options);
  Object.assign(world.gravity, [0, 3, 0]);
  Object.assign(world.wind.velocity, [7, 0, 0]);
  Object.assign(other.gravity, [9, 0, 0]);
  world.reset();
  expect(world.gravity).toEqual([0, -5, 0]);
  expect(world.wind.velocity).toEqual([0, 0, 0]);
  expect(new World(options).gravity).toEqual([0, -9.81, 0]);
});
