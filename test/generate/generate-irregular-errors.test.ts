import { describe, expect, test } from "vitest";
import { generateIrregular, type IrregularOptions } from "../../src/generate/index.js";
import { MeshError } from "../../src/mesh/index.js";
import { polygon, type Corners } from "./quality.js";

describe("invalid input is refused with the field and the fix", () => {
  const square: Corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const inside = (x: number, y: number, radius = 0.1): Corners => polygon(4, radius, { x, y });
  test.each<[string, unknown, RegExp]>([
    [
      "no shape",
      { spacing: 0.1 },
      /^outline: expected \[x, y\] points, or size instead, but it is missing$/,
    ],
    [
      "two shapes",
      { outline: square, size: [1, 1], spacing: 0.1 },
      /^outline, size: expected one of them, got both/,
    ],
    ["two points", { outline: square.slice(0, 2), spacing: 0.1 }, /^outline: .*three.* got 2/],
    [
      "a point thrice",
      {
        outline: [
          [1, 1],
          [1, 1],
          [1, 1],
        ],
        spacing: 0.1,
      },
      /^outline: .*three/,
    ],
    [
      "NaN",
      {
        outline: [
          [0, 0],
          [1, Number.NaN],
          [1, 1],
        ],
        spacing: 0.1,
      },
      /^outline\.1\.1: .*finite/,
    ],
    [
      "a line",
      {
        outline: [
          [0, 0],
          [1, 1],
          [3, 3],
        ],
        spacing: 0.1,
      },
      /^outline: expected points that span an area/,
    ],
    [
      "a bow tie",
      {
        outline: [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
        spacing: 0.1,
      },
      /^outline: crosses .* side 0 .* side 2/,
    ],
    [
      "a spike",
      {
        outline: [
          [0, 0],
          [2, 0],
          [1, 0],
          [1, 1],
        ],
        spacing: 0.1,
      },
      /^outline: crosses or touches itself/,
    ],
    [
      "a touch",
      {
        outline: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0.5, 0],
          [0, 1],
        ],
        spacing: 0.1,
      },
      /^outline: crosses or touches/,
    ],
    [
      "points nearer than numbers can tell",
      {
        outline: [
          [0, 0],
          [1, 0],
          [1, 1e-17],
          [1, 1],
          [0, 1],
        ],
        spacing: 0.1,
      },
      /^outline: expected points that are farther apart/,
    ],
    ["a size of 0", { size: [1, 0], spacing: 0.1 }, /^size: /],
    [
      "a hole outside",
      { outline: square, holes: [inside(3, 3)], spacing: 0.1 },
      /^holes\.0: .*outside/,
    ],
    [
      "a hole across",
      { outline: square, holes: [inside(0, 0.5)], spacing: 0.1 },
      /^holes\.0: crosses .*outline/,
    ],
    [
      "holes that cross",
      { outline: square, holes: [inside(0.5, 0.5), inside(0.55, 0.5)], spacing: 0.1 },
      /^holes\..: crosses .*holes/,
    ],
    [
      "a hole in a hole",
      { outline: square, holes: [inside(0.5, 0.5, 0.3), inside(0.5, 0.5)], spacing: 0.1 },
      /^holes\.1: lies inside holes\.0/,
    ],
    [
      "a hole of two points",
      { outline: square, holes: [square.slice(0, 2)], spacing: 0.1 },
      /^holes\.0: .*three/,
    ],
    ["no spacing", { outline: square }, /^spacing: .*over 0/],
    ["spacing 0", { outline: square, spacing: 0 }, /^spacing: .*got 0/],
    ["endless spacing", { outline: square, spacing: Infinity }, /^spacing: .*got Infinity/],
    [
      "too fine",
      { outline: square, spacing: 1e-4 },
      /^spacing: .* vertices, got about 115\d{6}; .*larger/,
    ],
    ["far too fine", { outline: square, spacing: 1e-9 }, /^spacing: .*vertices/],
    [
      "too fine by refinement",
      { outline: square, spacing: 0.1, refine: [{ at: [0, 0], radius: 9, spacing: 1e-5 }] },
      /vertices/,
    ],
    ["too fine by function", { outline: square, spacing: 0.1, spacingAt: () => 1e-7 }, /vertices/],
    ["spacingAt 0", { outline: square, spacing: 0.1, spacingAt: () => 0 }, /^spacingAt: .*got 0/],
    [
      "spacingAt NaN",
      { outline: square, spacing: 0.1, spacingAt: () => Number.NaN },
      /^spacingAt: /,
    ],
    [
      "refine at",
      { outline: square, spacing: 0.1, refine: [{ at: [0, Infinity], radius: 1, spacing: 1 }] },
      /^refine\.0\.at/,
    ],
    [
      "refine radius",
      { outline: square, spacing: 0.1, refine: [{ at: [0, 0], radius: -1, spacing: 1 }] },
      /^refine\.0\.radius/,
    ],
    [
      "refine spacing",
      { outline: square, spacing: 0.1, refine: [{ at: [0, 0], radius: 1, spacing: 0 }] },
      /^refine\.0\.spacing/,
    ],
    ["seed", { outline: square, spacing: 0.1, seed: Number.NaN }, /^seed/],
  ])("%s", (_, options, message) => {
    const make = (): unknown => generateIrregular(options as IrregularOptions);
    expect(make).toThrow(MeshError);
    expect(make).toThrow(message);
  });
});
