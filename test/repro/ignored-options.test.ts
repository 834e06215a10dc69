import { expect, test } from "vitest";
import { generateIrregular, generateTShirt } from "../../src/generate/index.js";
import { generateGrid, MeshError } from "../../src/mesh/index.js";
import { checkScene, createWorld, SceneError } from "../../src/scene/index.js";
import { World } from "../../src/sim/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });

test("createWorld does not ignore unknown values", () => {
  const scene = checkScene({
    name: "sheet",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] } }],
  });
  expect(() => createWorld(scene, { limitss: 1 } as never)).toThrow(
    new SceneError("limitss: unknown option, did you mean limits?"),
  );
  expect(() => createWorld(scene, { note: 5 } as never)).toThrow(
    new SceneError("note: expected a function, got 5"),
  );
});

// Values without a length, or items without functions, were ignored silently.
test.each([
  [5, "fields: expected a list, got 5"],
  ["x", 'fields: expected a list, got "x"'],
  [null, "fields: expected a list, got null"],
  [undefined, "fields: expected a list, but it is missing"],
  [[{}], "fields.0: expected a function addForces or addWinds, got neither"],
  [[null], "fields.0: expected an object, got null"],
  [[{ addForces: 5 }], "fields.0.addForces: expected a function, got 5"],
])("fields of a world cannot be set to %o", (fields, words) => {
  const world = new World({ cloths: [{ mesh }] });
  world.fields = fields as never;
  expect(() => world.step()).toThrow(new RangeError(words));
  world.fields = [];
  world.step();
  expect(world.stats.steps).toBe(1);
});

test("a cloth without a material has undefined, not null", () => {
  const world = (options: object): World => new World({ cloths: [{ mesh, ...options }] });
  expect(() => world({ material: null })).toThrow(
    new RangeError("cloths.0.material: expected an object with options, got null"),
  );
  expect(() => world({ strengthMap: null })).toThrow(
    new RangeError("cloths.0.strengthMap: expected an object with options, got null"),
  );
  world({ material: undefined, strengthMap: undefined, tearing: null });
});

test.each([1.5, -1, 2 ** 32, NaN])("a seed must be an integer, as in a scene: not %d", (seed) => {
  const words = `seed: expected a whole number from 0 to 4294967295, got ${seed}`;
  expect(() => generateIrregular({ size: [1, 1], spacing: 0.5, seed })).toThrow(
    new MeshError(words),
  );
  expect(() => generateTShirt({ seed })).toThrow(new MeshError(words));
  expect(() => new World({ cloths: [{ mesh }], seed })).toThrow(new RangeError(words));
});
