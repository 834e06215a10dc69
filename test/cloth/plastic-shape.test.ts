import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Cloth,
  elasticEnergy,
  exceedsStretch,
  writeLargestStretch,
  MATERIALS,
  MODELS,
  yieldTriangle,
  type ClothMaterial,
  type SheetElements,
} from "../../src/cloth/index.js";
import { generateGrid, inheritPositions } from "../../src/mesh/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import { World } from "../../src/sim/index.js";
import { anyMesh, randomEdit } from "../meshes.js";
import { runs } from "../runs.js";

const MATERIAL: ClothMaterial = { ...MATERIALS.cotton, yield: 0.05, breakingStrain: 0.3 };
const choices = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 6 });
const pose = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 9, maxLength: 9 });

/** A cloth that has yielded everywhere to a multiple of its size. */
function grownCloth(
  data: ConstructorParameters<typeof Cloth>[0],
  model: (typeof MODELS)[number],
  by: number,
): Cloth {
  const cloth = new Cloth(data, MATERIAL, data.positions, model);
  const state = cloth.plasticState!;
  state.stretches.fill(by);
  for (let i = 0; i < state.deformations.length; i++) state.deformations[i]! /= by;
  cloth.plasticState = state;
  return cloth;
}

describe.each(MODELS)("a yielded cloth of %s", (model) => {
  test("has no load in its new shape, before and after any edits", () => {
    fc.assert(
      fc.property(
        anyMesh,
        choices,
        fc.double({ min: 1, max: 2, noNaN: true }),
        (data, picks, by) => {
          const cloth = grownCloth(data, model, by);
          const energy = (): number => {
            const places = inheritPositions(cloth.mesh, data.positions).map((x) => by * x);
            let sum = 0;
            for (const elements of cloth.elements) {
              // Önal's springs are flat without load for any mesh, and slivers have few digits.
              if (elements.kind !== "bend-shear") sum += elasticEnergy(elements, places);
            }
            return sum;
          };
          expect(energy()).toBeLessThan(1e-9);
          for (const pick of picks) {
            for (const edit of randomEdit(cloth.mesh, data.positions, pick)) cloth.replay(edit);
          }
          expect(energy()).toBeLessThan(1e-9);
        },
      ),
      runs(81, 20, 6000),
    );
  });
});

describe("the return mapping of a triangle", () => {
  test.each(["baraff-witkin", "membrane"] as const)(
    "projects principal stretches to the yield limit, along the same directions: %s",
    (model) => {
      const data = generateGrid({ size: [1, 1.3], segments: [1, 1] });
      fc.assert(
        fc.property(
          pose,
          pose,
          fc.double({ min: 0.01, max: 0.5, noNaN: true }),
          (numbers, first, at) => {
            const cloth = new Cloth(
              data,
              { ...MATERIAL, yield: at, breakingStrain: 1e6 },
              data.positions,
              model,
            );
            const sheet = cloth.elements[0] as SheetElements;
            const places = (from: number[]): Float64Array =>
              Float64Array.from({ length: 12 }, (_, i) => from[i % 9]! + data.positions[i]!);
            const max = 1 + at;
            for (const numbersOfPose of [first, numbers]) {
              const positions = places(numbersOfPose);
              const before = stretchesOf(cloth, positions);
              sheet.measureStretch(0, positions);
              const wasOver = exceedsStretch(Float64Array.of(max));
              const shape = cloth.plasticState!.deformations;
              yieldTriangle(sheet, 0, cloth, Float64Array.of(max));
              const hasYielded = cloth.plasticState!.deformations.some((x, i) => x !== shape[i]);
              expect(hasYielded).toBe(wasOver);
              const after = stretchesOf(cloth, positions);
              expect(after.large).toBeCloseTo(Math.min(before.large, max), 6);
              expect(after.small).toBeCloseTo(Math.min(before.small, max), 6);
              const stretch = new Float64Array(1);
              writeLargestStretch(sheet, 0, positions, stretch);
              expect(stretch[0]).toBeCloseTo(after.large, 6);
              sheet.measureStretch(0, positions);
              expect(exceedsStretch(Float64Array.of(max * (1 + 1e-9)))).toBe(false); // once is enough
            }
          },
        ),
        runs(82, 65, 20_000),
      );
    },
  );
});

/** Singular values of the elastic deformation of triangle 0, from the plastic shape and the sides of the triangle. */
function stretchesOf(cloth: Cloth, positions: Float64Array): { large: number; small: number } {
  const { mesh, rest } = cloth;
  const [o, a, b] = mesh.cornersIn(0);
  const side = (p: Float64Array, from: number, to: number): number[] =>
    [0, 1, 2].map((k) => p[3 * to + k]! - p[3 * from + k]!);
  // The grid is in x and y, with u along x: F = [x₁ x₂] [X₁ X₂]⁻¹, and F P⁻¹ is elastic.
  const [X1, X2] = [side(rest.positions, o, a), side(rest.positions, o, b)];
  const [x1, x2] = [side(positions, o, a), side(positions, o, b)];
  const det = X1[0]! * X2[1]! - X1[1]! * X2[0]!;
  const fu = x1.map((x, k) => (x * X2[1]! - x2[k]! * X1[1]!) / det);
  const fv = x1.map((x, k) => (x2[k]! * X1[0]! - x * X2[0]!) / det);
  const [p0, p1, p2, p3] = cloth.plasticState!.deformations as unknown as [
    number,
    number,
    number,
    number,
  ];
  const eu = fu.map((x, k) => x * p0 + fv[k]! * p2);
  const ev = fu.map((x, k) => x * p1 + fv[k]! * p3);
  const dot = (m: number[], n: number[]): number => m.reduce((sum, x, k) => sum + x * n[k]!, 0);
  const trace = dot(eu, eu) + dot(ev, ev);
  const squares = dot(eu, eu) * dot(ev, ev) - dot(eu, ev) ** 2;
  const root = Math.sqrt(Math.max(0, (trace / 2) ** 2 - squares));
  return { large: Math.sqrt(trace / 2 + root), small: Math.sqrt(Math.max(0, trace / 2 - root)) };
}

describe("plasticity", () => {
  test("uses no memory and changes no bits if nothing yields", () => {
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [2, 2] }), MATERIALS.cotton);
    expect(cloth.plastic).toBeNull();
    expect(cloth.plasticState).toBeNull();
    cloth.setMaterial({ yield: 0.1 });
    expect(cloth.plastic).not.toBeNull();
    cloth.setMaterial({ yield: null });
    expect(cloth.yields).toBe(false);
  });

  test("does not change a cloth that is stretched less", () => {
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [3, 3] }), MATERIAL);
    for (let i = 0; i < 3 * cloth.particles.count; i++) cloth.particles.positions[i]! *= 1.049;
    kernels.flowStretch(cloth, 1);
    expect(cloth.plasticState!.stretches.every((stretch) => stretch === 1)).toBe(true);
    for (let i = 0; i < 3 * cloth.particles.count; i++) cloth.particles.positions[i]! *= 1.1;
    kernels.flowStretch(cloth, 1);
    for (const stretch of cloth.plasticState!.stretches) {
      expect(stretch).toBeCloseTo((1.049 * 1.1) / 1.05, 12);
    }
  });

  test("never exceeds the current length, whatever the springs used", () => {
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [3, 3] }), MATERIAL);
    const { particles, springs } = cloth;
    const flowAt = (size: number): Float64Array => {
      for (let i = 0; i < 3 * particles.count; i++) particles.positions[i]! *= size;
      particles.previousPositions.set(particles.positions);
      springs.trackWorkingValues(true);
      for (let edge = 0; edge < springs.count; edge++) {
        springs.workingValues[edge] = 0.5 * springs.restLengths[edge]!;
      }
      kernels.flowStretch(cloth, 1);
      return cloth.plasticState!.stretches;
    };
    for (const stretch of flowAt(1)) expect(stretch).toBeCloseTo(1, 12);
    for (const stretch of flowAt(1.2)) expect(stretch).toBeCloseTo(1.2, 12);
  });

  test.each(MODELS)("never exceeds the tearing limit: %s", (model) => {
    const data = generateGrid({ size: [1, 1], segments: [3, 3] });
    const cloth = new Cloth(data, { ...MATERIAL, breakingStrain: 0.4 }, data.positions, model);
    for (let i = 1; i <= 30; i++) {
      for (let k = 0; k < data.positions.length; k++) {
        cloth.particles.positions[k] = (1 + 0.1 * i) * data.positions[k]!;
      }
      kernels.flowStretch(cloth, 1);
    }
    const { stretches, deformations } = cloth.plasticState!;
    const largest = Math.max(...stretches, ...deformations.map((x) => (x === 0 ? 1 : 1 / x)));
    expect(largest).toBeLessThanOrEqual(1.4 + 1e-9);
    expect(largest).toBeGreaterThan(1.25);
  });

  test.each([
    [{ yield: 0 }, "material.yield: expected a number over 0, got 0"],
    [{ bendYield: -1 }, "material.bendYield: expected a number over 0, got -1"],
    [{ plasticity: "all" as never }, 'material.plasticity: expected element or vertex, got "all"'],
  ])("%j is refused", (material, message) => {
    const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
    expect(() => new World({ cloths: [{ mesh, material: { ...MATERIAL, ...material } }] })).toThrow(
      message,
    );
  });
});
