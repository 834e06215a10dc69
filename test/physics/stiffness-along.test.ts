import { describe, expect, test } from "vitest";
import {
  Cloth,
  MATERIALS,
  stiffnessAlong,
  type ClothMaterial,
  type Model,
} from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { generateGrid, type MeshData } from "../../src/mesh/index.js";
import { storedEnergy } from "./sheets.js";

const MESHES: [name: string, mesh: MeshData][] = [
  ["a grid", generateGrid({ size: [1, 0.8], segments: [10, 8] })],
  ["an irregular mesh", generateIrregular({ size: [1, 0.8], spacing: 0.08, seed: 3 })],
];

/** Small, so that all laws are linear. */
const STRAIN = 1e-4;

/** J/m², of a flat sheet that is stretched along x by `along` and along y by `across`, and sheared. */
function energyDensity(cloth: Cloth, along: number, across: number, shear: number): number {
  const posed = cloth.rest.positions.slice();
  for (let i = 0; i < posed.length; i += 3) {
    const [x, y] = [posed[i]!, posed[i + 1]!];
    posed[i] = x * (1 + along) + (y * shear) / 2;
    posed[i + 1] = y * (1 + across) + (x * shear) / 2;
  }
  const area = cloth.rest.areas
    .subarray(0, cloth.mesh.triangleCount)
    .reduce((sum, part) => sum + part, 0);
  return storedEnergy(cloth, posed) / area;
}

/**
 * N/m: tension per width and strain of a strip along x that can narrow and shear freely. The energy of small strains is
 * quadratic, so its minimum over narrowing and shear follows from six values.
 */
function measured(mesh: MeshData, model: Model, material: ClothMaterial): number {
  const cloth = new Cloth(mesh, material, mesh.positions, model);
  const e = STRAIN;
  const at = (along: number, across: number, shear: number): number =>
    (2 * energyDensity(cloth, along * e, across * e, shear * e)) / (e * e);
  const mean = (x: number, y: number, s: number): number => (at(x, y, s) + at(-x, -y, -s)) / 2; // without cubic terms
  const [xx, yy, ss] = [mean(1, 0, 0), mean(0, 1, 0), mean(0, 0, 1)];
  const xy = (mean(1, 1, 0) - xx - yy) / 2;
  const xs = (mean(1, 0, 1) - xx - ss) / 2;
  const ys = (mean(0, 1, 1) - yy - ss) / 2;
  // xx − [xy xs] [yy ys; ys ss]⁻¹ [xy xs]ᵀ
  const determinant = yy * ss - ys * ys;
  return xx - (xy * xy * ss - 2 * xy * xs * ys + xs * xs * yy) / determinant;
}

const ANGLES = [0, 15, 30, 45, 60, 90];

describe("a strip of a sheet has the stiffness of its direction", () => {
  for (const [name, mesh] of MESHES) {
    test.each(["baraff-witkin", "membrane"] as const)(`on ${name}, %s`, (model) => {
      for (const [preset, given] of Object.entries<ClothMaterial>(MATERIALS)) {
        const material = model === "membrane" ? given : { ...given, poisson: 0 };
        for (const angle of ANGLES) {
          // The strip is along x: the weft rotates the other way.
          const stiffness = measured(mesh, model, { ...material, weaveAngle: -angle });
          const expected = stiffnessAlong(material, angle);
          expect(stiffness / expected, `${preset} at ${angle}°`).toBeCloseTo(1, 2);
        }
      }
    });
  }

  test("the bias of cotton is far softer than its yarns, that of rubber is as stiff", () => {
    expect(stiffnessAlong(MATERIALS.cotton, 45)).toBeLessThan(0.05 * MATERIALS.cotton.stiffness);
    expect(stiffnessAlong(MATERIALS.rubber, 45) / MATERIALS.rubber.stiffness).toBeCloseTo(1, 6);
    expect(stiffnessAlong(MATERIALS.denim, 0)).toBeCloseTo(MATERIALS.denim.weft, 6);
    expect(stiffnessAlong(MATERIALS.denim, 90)).toBeCloseTo(MATERIALS.denim.warp, 6);
  });
});

describe("springs distinguish warp and weft", () => {
  const weave = { ...MATERIALS.denim, shear: 0, bendStiffness: 0 };

  for (const [name, mesh] of MESHES) {
    test(`on ${name} a strip along the warp is stiffer by about half of the difference of the yarns`, () => {
      for (const ratio of [1.5, 2, 3]) {
        const material = { ...weave, warp: ratio * weave.weft };
        const [weft, warp] = [0, -90].map((weaveAngle) =>
          measured(mesh, "springs", { ...material, weaveAngle }),
        );
        // Oblique springs share the load: the ratio is closer to 1 than that of the yarns.
        const found = warp! / weft!;
        expect(found).toBeGreaterThan(1 + 0.45 * (ratio - 1));
        expect(found).toBeLessThan(ratio);
      }
    });
  }

  test("with equal stiffness along both they are bit-exact as without directions", () => {
    const [, mesh] = MESHES[1]!;
    const { warp: _warp, weft: _weft, ...plain } = weave;
    const bits = (material: ClothMaterial): Float64Array =>
      new Cloth(mesh, material, mesh.positions, "springs").springs.stiffnesses;
    const { stiffness } = plain;
    const before = bits(plain);
    expect(bits({ ...plain, warp: stiffness, weft: stiffness })).toEqual(before);
    expect(bits({ ...plain, weaveAngle: 30 })).toEqual(before);
    expect(bits({ ...plain, warp: 2 * stiffness })).not.toEqual(before);
  });

  test("rotating a sheet by 90° swaps warp and weft", () => {
    const [, mesh] = MESHES[0]!;
    const stiffnesses = (change: Partial<ClothMaterial>): Float64Array =>
      new Cloth(mesh, { ...weave, ...change }, mesh.positions, "angles").springs.stiffnesses;
    const rotated = stiffnesses({ weaveAngle: 90 });
    const swapped = stiffnesses({ warp: weave.weft, weft: weave.warp });
    for (const [edge, stiffness] of rotated.entries()) {
      expect(stiffness).toBeCloseTo(swapped[edge]!, 6);
    }
  });
});

describe("a new stiffness", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });

  test("applies to warp and weft too, unless they are given", () => {
    const cloth = new Cloth(mesh, MATERIALS.denim);
    cloth.setMaterial({ stiffness: 2 * MATERIALS.denim.stiffness });
    expect(cloth.material.warp).toBe(2 * MATERIALS.denim.warp);
    expect(cloth.material.weft).toBe(2 * MATERIALS.denim.weft);
    cloth.setMaterial({ stiffness: 100, warp: 7 });
    expect(cloth.material.warp).toBe(7);
    const plain = new Cloth(mesh, MATERIALS.cotton);
    plain.setMaterial({ stiffness: 100 });
    expect(plain.material.warp).toBe(100);
  });
});
