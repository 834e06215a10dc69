import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { TEARING_DEFAULTS } from "../../src/tearing/index.js";
import { pulledSheet } from "../worlds.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });

/** Options as JavaScript may pass them. */
function lineFor(options: object, cloth: object = {}): string {
  try {
    void new World({ cloths: [{ mesh, ...cloth }], ...options });
    return "good";
  } catch (error) {
    return (error as Error).message;
  }
}

test.for([
  [{ gravity: [NaN, 0, 0] }, {}, "gravity.0: expected a finite number, got NaN"],
  [{ gravity: [0, -9.81] }, {}, "gravity: expected three finite numbers, got 0, -9.81"],
  [{ wind: { velocity: [1, 2] } }, {}, "wind.velocity: expected three finite numbers, got 1, 2"],
  [
    { solver: { substeps: 1e9 } },
    {},
    /^solver\.substeps: expected a whole number from 1 to 100000/,
  ],
  [{}, { imperfection: NaN }, "cloths.0.imperfection: expected a length of 0 m or more, got NaN"],
  [
    {},
    { transform: { position: [0, NaN, 0] } },
    "cloths.0.transform.position.1: expected a finite number, got NaN",
  ],
  [
    {},
    { tearing: { criterion: "foo" } },
    'cloths.0.tearing.criterion: expected tension, stretch or separation-tensor, got "foo"',
  ],
  [
    {},
    { tearing: { maxTearsPerStep: 0 } },
    "cloths.0.tearing.maxTearsPerStep: expected a whole number of 1 or more, got 0",
  ],
  [{}, { tearing: { limt: 1.1 } }, "cloths.0.tearing.limt: unknown option, did you mean limit?"],
  [{}, { tearing: { limit: "1.3" } }, 'tearing.limit: expected a ratio over 1, got "1.3"'],
  [{}, { tearing: { limit: 1 } }, "cloths.0.tearing.limit: expected a ratio over 1, got 1"],
  [{}, { tearing: { starts: "many" } }, 'starts: expected single or any, got "many"'],
  [{}, { tearing: { heldZone: 5 } }, "heldZone: expected a whole number from 0 to 4, got 5"],
  [{}, { tearing: { heldZone: 1.5 } }, "heldZone: expected a whole number from 0 to 4, got 1.5"],
  [{}, { tearing: { heldStrength: 0.9 } }, "heldStrength: expected a factor of 1 or more, got 0.9"],
  [{}, { tearing: { weakStrength: 0 } }, "expected a fraction over 0, at most 1, got 0"],
  [{}, { tearing: { onePointStrength: 1.5 } }, "expected a fraction over 0, at most 1, got 1.5"],
  [{}, { tearing: { weave: 2 } }, "tearing.weave: expected a number from 0 to 1, got 2"],
  [{}, { tearing: { minEdgeRatio: 0.5 } }, "expected a fraction over 0, under 0.5, got 0.5"],
  [{}, { tearing: { maxTearsPerStep: 1.5 } }, "expected a whole number of 1 or more, got 1.5"],
  [{}, { tearing: true }, "cloths.0.tearing: expected an object with options, got true"],
  [
    {},
    { pins: [{ select: { group: "top" }, hold: "axis" }] },
    'cloths.0.pins.0.hold: expected "point", { axis } or { plane }, got "axis"',
  ],
  [
    { colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0], thickness: -1 }] },
    {},
    "colliders.0.thickness: expected a length of 0 m or more, got -1",
  ],
  [
    { colliders: [{ type: "cone", point: [0, 0, 0], normal: [0, 1, 0] }] },
    {},
    'colliders.0.type: expected sphere, capsule, box, half-space or mesh, got "cone"',
  ],
] as const)("invalid options are refused by name: %o %o", ([options, cloth, line]) => {
  expect(lineFor(options, cloth)).toMatch(line);
});

test("tearing options are checked when they are changed, and unchanged when they are refused", () => {
  const world = pulledSheet();
  const cloth = world.cloths[0]!;
  const before = cloth.tearing;
  const change = (tearing: object) => () => {
    cloth.tearing = tearing;
  };
  expect(change({ path: "sliced" })).toThrow("tearing.path: expected plane, slice or weak-point");
  expect(change({ criterion: "tension" })).toThrow("tearing.limit: expected a force over 0 N");
  expect(() => Object.assign(cloth.tearing!, { limit: 0.5 })).toThrow(TypeError); // only as a whole
  expect(cloth.tearing).toBe(before);
  change({ path: "slice", limit: 1.2 })();
  expect(cloth.tearing).toEqual({ ...TEARING_DEFAULTS, path: "slice", limit: 1.2 });
  cloth.tearing = undefined;
  expect(cloth.tearing).toBeNull();
});
