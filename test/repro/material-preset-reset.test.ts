import { expect, test } from "vitest";
import { MATERIALS, resolveMaterial } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// setMaterial merged every material into the previous one. A preset omits values that it does not have, so cotton after
// foil kept the yield of foil: it stayed creased.
test("setting a whole material leaves nothing of the previous one", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  for (const from of Object.values(MATERIALS)) {
    for (const to of Object.values(MATERIALS)) {
      const cloth = new World({ cloths: [{ mesh, material: from }] }).cloths[0]!;
      cloth.setMaterial(to);
      expect(cloth.material).toEqual(resolveMaterial(to));
      expect(cloth.givenMaterial).toEqual(to);
    }
  }
});

test("changing a part of a material keeps the rest", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  const cloth = new World({ cloths: [{ mesh, material: MATERIALS.foil }] }).cloths[0]!;
  cloth.setMaterial({ density: 2, damping: 3, bendStiffness: 1 });
  expect(cloth.givenMaterial).toEqual({
    ...MATERIALS.foil,
    density: 2,
    damping: 3,
    bendStiffness: 1,
  });
  cloth.setMaterial({ ...cloth.material, density: 4 });
  expect(cloth.material).toEqual({ ...resolveMaterial(cloth.material), density: 4 });
  expect(cloth.material.yield).toBe(MATERIALS.foil.yield);
});
