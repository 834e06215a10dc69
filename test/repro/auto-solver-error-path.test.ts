import { expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { World } from "../../src/sim/index.js";
import { generateGrid } from "../../src/mesh/index.js";

/** `auto` checks the cloths before the world creates them, and did not name the cloth with the error. */
test("an invalid material is named in full with the solver auto too", () => {
  const cloths = [
    {
      mesh: generateGrid({ size: [1, 1], segments: [2, 2] }),
      material: { ...MATERIALS.cotton, density: 0 },
    },
  ];
  expect(() => new World({ solver: { type: "auto" }, cloths })).toThrow(
    "cloths.0.material.density: expected a number over 0, got 0",
  );
});
