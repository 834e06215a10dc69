import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Field } from "../../src/sim/index.js";

// A step that was aborted left a world that continued from half a step without an error.
test("a world whose step was aborted reports it until it is reset", () => {
  let calls = 0;
  const field: Field = {
    addForces() {
      if (++calls === 3) throw new Error("no more");
    },
  };
  const world = new World({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [2, 2] }) }],
    fields: [field],
  });
  expect(() => world.step()).toThrow("no more");
  expect(() => world.step()).toThrow("step: an earlier step was interrupted; call reset()");
  world.reset();
  world.step();
  expect(world.time).toBeCloseTo(1 / 60, 12);
});
