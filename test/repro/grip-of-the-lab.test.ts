// The lab pulled foil with 6 kN, because it took its breaking strain times its stiffness for its strength, 33 kN/m.
// Foil yields long before, at 1.3 kN/m, and fell into many rips. A tear limit of the options had no effect.
import { generateGrid, MATERIALS, World } from "tatter";
import { expect, test } from "vitest";
import { gripOn } from "../../lab/src/simulation/grip.js";

const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
/** Three strips of 14 cm. */
const STRIPS = 3 * 0.14;

test("a grip on foil pulls with a multiple of what foil bears", () => {
  const material = MATERIALS.foil;
  const { maxForce, stiffness } = gripOn(new World({ cloths: [{ mesh, material }] }).cloths);
  expect(maxForce).toBeCloseTo(STRIPS * 0.0012 * 1_100_000, 9);
  expect(stiffness).toBeCloseTo(maxForce / 0.2, 9);
});

test("a grip follows the tear limit of the options", () => {
  const material = MATERIALS.cotton;
  const tearing = { limit: 1.5 };
  const { maxForce } = gripOn(new World({ cloths: [{ mesh, material, tearing }] }).cloths);
  expect(maxForce).toBeCloseTo(STRIPS * 0.5 * material.stiffness, 9);
});
