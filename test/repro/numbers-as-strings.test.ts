import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

const MESH = generateGrid({ size: [1, 1], segments: [2, 2] });
const SPHERE = { type: "sphere", center: [0, 0, 0], radius: 1 };
const BALL = { position: [0, 0, 0], radius: 1, mass: 1 };

/** The error of a world for options that TypeScript would not allow. */
function errorOf(options: object): string {
  try {
    void new World({ cloths: [{ mesh: MESH }], ...options });
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return (error as RangeError).message;
  }
  return "";
}

// A radius "1", as forms return it, was accepted: with the thickness it became "10.002". Invalid lists and objects
// ended in a TypeError of the engine that named no field.
test.each([
  ["colliders.0.radius", { colliders: [{ ...SPHERE, radius: "1" }] }],
  ["colliders.0.friction", { colliders: [{ ...SPHERE, friction: "0.5" }] }],
  ["colliders.0.thickness", { colliders: [{ ...SPHERE, thickness: null }] }],
  ["colliders.0.motion:", { colliders: [{ ...SPHERE, motion: { time: 0 } }] }],
  ["colliders.0.motion.0:", { colliders: [{ ...SPHERE, motion: [null] }] }],
  ["colliders.0:", { colliders: [null] }],
  ["colliders:", { colliders: {} }],
  ["balls.0.mass", { balls: [{ ...BALL, mass: "1" }] }],
  ["balls.0.time", { balls: [{ ...BALL, time: "1" }] }],
  ["balls.0:", { balls: [null] }],
])("%s is refused by name", (field, options) => {
  expect(errorOf(options)).toContain(field);
});

test("a body without a shape is refused by name", () => {
  const world = new World({ cloths: [{ mesh: MESH }] });
  const couple = (shape: unknown) => () =>
    world.addBody({ shape, mass: 1, inertia: [1, 1, 1] } as never);
  expect(couple(undefined)).toThrow(/shape: expected an object/);
  expect(couple([null])).toThrow(/shape\.0: expected an object/);
});
