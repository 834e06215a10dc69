import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });

/** Options as JavaScript may give them. */
function lineFor(options: object, cloth: object = {}): string {
  try {
    void new World({ cloths: [{ mesh, ...cloth }], ...options });
    return "good";
  } catch (error) {
    return (error as Error).message;
  }
}

test.for([
  [{ gravity: [NaN, 0, 0] }, {}, "gravity: expected three finite numbers, got NaN, 0, 0"],
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
    "cloths.0.transform.position: expected three finite numbers, got 0, NaN, 0",
  ],
  [
    {},
    { tearing: { criterion: "foo" } },
    "cloths.0.tearing.criterion: expected tension, stretch or separation-tensor, got foo",
  ],
  [
    {},
    { tearing: { maxTearsPerStep: 0 } },
    "cloths.0.tearing.maxTearsPerStep: expected 1 or more, got 0",
  ],
  [
    {},
    { pins: [{ select: { group: "top" }, hold: "axis" }] },
    'cloths.0.pins.0.hold: expected "point", { axis } or { plane }, got "axis"',
  ],
  [
    { colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0], friction: 0.5 }] },
    {},
    "colliders.0.thickness: expected a length of 0 m or more, got undefined",
  ],
  [
    { colliders: [{ type: "sphere", point: [0, 0, 0], normal: [0, 1, 0] }] },
    {},
    'colliders.0.type: expected "half-space", got "sphere"',
  ],
] as const)("options that make no sense are refused by name: %o %o", ([options, cloth, line]) => {
  expect(lineFor(options, cloth)).toMatch(line);
});
