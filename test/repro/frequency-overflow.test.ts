import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { stableStep } from "../../src/solvers/index.js";

// Stiffness over mass overflowed to infinity, and the search for the stable step never ended.
test("a cloth without mass, or with an extreme stiffness, is refused at once", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  for (const change of [{ density: 1e-310 }, { stiffness: 1e308 }, { damping: 1e308 }]) {
    const material = { ...MATERIALS.cotton, ...change };
    expect(() => new World({ cloths: [{ mesh, material }], solver: { type: "euler" } })).toThrow(
      /^solver\.type: euler needs steps of .* s for this cloth/,
    );
  }
  expect(stableStep("rk4", { stiffness: NaN, damping: 0, drag: 0 })).toBe(0);
});
