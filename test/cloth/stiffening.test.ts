import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Cloth,
  Conditions,
  MATERIALS,
  MODELS,
  type Elements,
  type ClothMaterial,
} from "../../src/cloth/index.js";
import type { Membrane } from "../../src/cloth/elements/membrane.js";
import { meshData } from "../meshes.js";
import { runs } from "../runs.js";
import { distance, distanceOf, smallestEigenvalue, type Dense } from "../solvers/implicit/dense.js";

const MATERIAL: ClothMaterial = { ...MATERIALS.cotton, stiffness: 40, shear: 9, bending: 0.7 };
const WOVEN: ClothMaterial = { ...MATERIAL, warp: 70, weft: 30, poisson: 0.3 };
const REST = [
  [0, 0, 0],
  [1, 0.1, 0],
  [0.2, 0.9, 0.1],
  [0.8, -0.9, 0.3],
];

const number = fc.integer({ min: -1000, max: 1000 }).map((x) => x / 1000);
const anyPose = fc.array(number, { minLength: 12, maxLength: 12 });
const anyForces = fc.array(
  number.map((x) => 20 * x),
  { minLength: 3, maxLength: 3 },
);

/** Two triangles on one edge in a pose. */
function clothIn(model: (typeof MODELS)[number], pose: readonly number[]): Cloth {
  const data = meshData(
    [
      [0, 1, 2],
      [1, 0, 3],
    ],
    REST,
  );
  data.uvs.set([0.1, 0.2, 0.9, 0.1, 0.4, 0.8, 0.9, 0.1, 0.1, 0.2, 0.6, -0.7]);
  const isWoven = model === "baraff-witkin" || model === "membrane";
  const cloth = new Cloth(data, isWoven ? WOVEN : MATERIAL, data.positions, model);
  cloth.particles.positions.set(pose);
  return cloth;
}

/** The first active element of a kind. */
function aliveIn(elements: Elements): number {
  let element = 0;
  while (!elements.isAlive(element)) element++;
  return element;
}

function rowsOf(flat: Float64Array, rows: number): Dense {
  return Array.from({ length: rows }, (_, row) => flat.slice(rows * row, rows * (row + 1)));
}

/** Σ λ ∇²C of one element. */
function curvatures(
  elements: Elements,
  element: number,
  positions: Float64Array,
  forces: readonly number[],
): Dense {
  const rows = 3 * elements.size;
  const sum = new Float64Array(rows * rows);
  const curved = new Float64Array(rows * rows);
  for (let c = 0; c < elements.conditionCount; c++) {
    elements.curvature(element, c, positions, curved);
    for (let i = 0; i < sum.length; i++) sum[i]! += forces[c]! * curved[i]!;
  }
  return rowsOf(sum, rows);
}

/** The geometric stiffness of an element from its tension; null if zero. */
function stiffened(
  elements: Elements,
  element: number,
  positions: Float64Array,
  forces: readonly number[],
): Dense | null {
  const rows = 3 * elements.size;
  const flat = new Float64Array(rows * rows + 1).fill(7);
  // Not at the start of the list, as for all elements except the first.
  const isAny = elements.geometricStiffness(
    element,
    positions,
    Float64Array.of(9, 9, ...forces),
    2,
    flat,
  );
  expect(flat[rows * rows]).toBe(7); // nothing was written beyond it
  if (!isAny) expect(flat.every((x) => x === 7)).toBe(true);
  return isAny ? rowsOf(flat, rows) : null;
}

const CASES = MODELS.flatMap((model) =>
  clothIn(model, REST.flat()).elements.map(({ kind }, index) => ({ model, kind, index })),
);

/** The model `angles` omits it: its moments are small. */
const WITHOUT = ["hinge", "corner-shear"];

describe.each(CASES)("$kind in the model $model", ({ model, kind, index }) => {
  test("its geometric stiffness is symmetric and positive semidefinite, for any forces and pose", () => {
    let stiff = 0;
    fc.assert(
      fc.property(anyPose, anyForces, (pose, forces) => {
        const cloth = clothIn(model, pose);
        const elements = cloth.elements[index]!;
        const element = aliveIn(elements);
        const { positions } = cloth.particles;
        fc.pre(elements.evaluate(element, positions, new Conditions()));
        const added = stiffened(elements, element, positions, forces);
        if (added === null) return;
        stiff++;
        const transposed = added.map((row, i) => row.map((_, j) => added[j]![i]!));
        expect(distanceOf(added, transposed)).toBeLessThan(1e-15);
        const largest = Math.max(...added.map((row, i) => row[i]!));
        expect(smallestEigenvalue(added)).toBeGreaterThanOrEqual(-1e-13 * largest);
      }),
      runs(481, 60),
    );
    expect(stiff > 10).toBe(!WITHOUT.includes(kind));
  });
});

describe.each(["spring", "bend-shear"])("the geometric stiffness of a %s", (kind) => {
  test("is λ ∇²C under tension, and zero under compression or without force", () => {
    fc.assert(
      fc.property(anyPose, fc.integer({ min: 1, max: 50 }), (pose, force) => {
        const cloth = clothIn("springs", pose);
        const springs = cloth.elements.find((elements) => elements.kind === kind)!;
        const spring = aliveIn(springs);
        const { positions } = cloth.particles;
        fc.pre(springs.evaluate(spring, positions, new Conditions()));
        const added = stiffened(springs, spring, positions, [force])!;
        const expected = curvatures(springs, spring, positions, [force]);
        expect(distanceOf(added, expected)).toBeLessThan(1e-15);
        for (const none of [0, -force, NaN]) {
          expect(stiffened(springs, spring, positions, [none])).toBe(null);
        }
      }),
      runs(482, 60),
    );
  });
});

/** Forces of the conditions of a membrane that give a stress: along u, along v, and shear, N/m. */
function membraneForces(
  membrane: Membrane,
  triangle: number,
  [u, v, shear]: readonly number[],
): number[] {
  const area = membrane.areas[triangle]!;
  return [area * u!, area * (v! - membrane.crossStrains[triangle]! * u!), area * shear!];
}

describe("the geometric stiffness of a membrane", () => {
  test("is Σ λ ∇²C under pure tension", () => {
    fc.assert(
      fc.property(anyPose, anyForces, (pose, [a, b, rotation]) => {
        const cloth = clothIn("membrane", pose);
        const membrane = cloth.elements[0] as Membrane;
        const { positions } = cloth.particles;
        // Principal stresses a², b² in any directions: no compression.
        const [c, s] = [Math.cos(rotation!), Math.sin(rotation!)];
        const [p, q] = [a! * a!, b! * b!];
        fc.pre(p > 1e-6 && q > 1e-6);
        const stress = [c * c * p + s * s * q, s * s * p + c * c * q, c * s * (p - q)];
        const forces = membraneForces(membrane, 0, stress);
        const added = stiffened(membrane, 0, positions, forces)!;
        expect(distanceOf(added, curvatures(membrane, 0, positions, forces))).toBeLessThan(1e-12);
      }),
      runs(483, 60),
    );
  });

  test("includes the tension of a stress and omits its compression", () => {
    fc.assert(
      fc.property(anyPose, anyForces, (pose, [a, b, turn]) => {
        const cloth = clothIn("membrane", pose);
        const membrane = cloth.elements[0] as Membrane;
        const { positions } = cloth.particles;
        const [c, s] = [Math.cos(turn!), Math.sin(turn!)];
        const [p, q] = [0.01 + a! * a!, -0.01 - b! * b!];
        const stress = [c * c * p + s * s * q, s * s * p + c * c * q, c * s * (p - q)];
        const tension = [c * c * p, s * s * p, c * s * p];
        const added = stiffened(membrane, 0, positions, membraneForces(membrane, 0, stress))!;
        const kept = curvatures(membrane, 0, positions, membraneForces(membrane, 0, tension));
        expect(distanceOf(added, kept)).toBeLessThan(1e-9);
        // Under compression alone, nothing remains.
        const pressed = [s * s * q, c * c * q, -c * s * q].map((x) => x * (1 + 1e-9));
        pressed[0]! -= 1e-6;
        pressed[1]! -= 1e-6;
        const forces = membraneForces(membrane, 0, pressed);
        expect(stiffened(membrane, 0, positions, forces)).toBe(null);
      }),
      runs(484, 60),
    );
  });
});

test("the geometric stiffness of stretch and shear is at least Σ λ ∇²C, and equal out of the plane", () => {
  fc.assert(
    fc.property(anyPose, anyForces, (pose, [a, b, shear]) => {
      const cloth = clothIn("baraff-witkin", pose);
      const sheet = cloth.elements[0]!;
      const { positions } = cloth.particles;
      fc.pre(sheet.evaluate(0, positions, new Conditions()));
      const forces = [Math.abs(a!), Math.abs(b!), shear!];
      const whole = curvatures(sheet, 0, positions, forces);
      const added =
        stiffened(sheet, 0, positions, forces) ?? whole.map((row) => new Float64Array(row.length));
      const more = added.map((row, i) => row.map((x, j) => x - whole[i]![j]!));
      const largest = Math.max(...added.map((row, i) => row[i]!), 1);
      expect(smallestEigenvalue(more)).toBeGreaterThanOrEqual(-1e-12 * largest);
      // Flat and without shear: out of the plane it is exact.
      for (let p = 2; p < 12; p += 3) positions[p] = 0;
      const flat = [forces[0]!, forces[1]!, 0];
      fc.pre(sheet.evaluate(0, positions, new Conditions()) && flat[0]! + flat[1]! > 0);
      const expected = curvatures(sheet, 0, positions, flat);
      const actual = stiffened(sheet, 0, positions, flat)!;
      for (const row of [2, 5, 8]) {
        const pick = (matrix: Dense): number[] => [2, 5, 8].map((column) => matrix[row]![column]!);
        expect(distance(pick(actual), pick(expected))).toBeLessThan(1e-12);
      }
    }),
    runs(485, 60),
  );
});

test("angles omit it", () => {
  for (const { model, kind, index } of CASES) {
    const cloth = clothIn(model, REST.flat());
    const elements = cloth.elements[index]!;
    const element = aliveIn(elements);
    const added = stiffened(elements, element, cloth.particles.positions, [1, 1, 0]);
    expect(added === null, kind).toBe(["hinge", "corner-shear"].includes(kind));
  }
});
