import { generateGrid, MATERIALS, World, type ClothMaterial, type TearingOptions } from "tatter";
import { expect, test } from "vitest";
import { gripOn } from "../../lab/src/simulation/grip.js";

const MESH = generateGrid({ size: [1, 1], segments: [10, 10] });
/** Mean length of its edges, m: 220 along the sides of its cells and 100 diagonals. */
const SPACING = (220 * 0.1 + 100 * Math.hypot(0.1, 0.1)) / 320;

/** Largest force of a grip, N. */
function forceOn(material: ClothMaterial, tearing: Partial<TearingOptions> | null = {}): number {
  return gripOn(new World({ cloths: [{ mesh: MESH, material, tearing }] }).cloths).maxForce;
}

test("a grip pulls each preset with three times the strength of a strip, from 400 N to 6 kN", () => {
  const forces = Object.entries(MATERIALS).map(([name, preset]) => [
    name,
    Math.round(forceOn(preset)),
  ]);
  // docs/lab.md and docs/tearing.md have these numbers.
  expect(Object.fromEntries(forces)).toEqual({
    paper: 4410,
    card: 6000,
    silk: 400,
    cotton: 420,
    denim: 1365,
    canvas: 2520,
    wool: 400,
    rubber: 1575,
    foil: 554,
    net: 400,
  });
});

test("a grip reads the tear limit in the unit of the criterion", () => {
  const { cotton, foil } = MATERIALS;
  const force = 3 * 0.14 * 0.4 * cotton.stiffness;
  expect(forceOn(cotton, { limit: 1.4 })).toBeCloseTo(force, 9);
  expect(forceOn(cotton, { criterion: "separation-tensor", limit: 0.4 })).toBeCloseTo(force, 9);
  const perEdge = 0.4 * cotton.stiffness * SPACING;
  expect(forceOn(cotton, { criterion: "tension", limit: perEdge })).toBeCloseTo(force, 9);
  expect(forceOn(cotton, { limit: 1.05 })).toBe(400);
  expect(forceOn(foil, { limit: 1.5 })).toBe(forceOn(foil)); // it never bears more
  expect(forceOn(cotton, null)).toBe(forceOn(cotton));
});
