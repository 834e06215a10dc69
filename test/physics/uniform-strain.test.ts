import { describe, expect, test } from "vitest";
import {
  Cloth,
  elasticEnergy,
  type Elements,
  type ClothMaterial,
  type Model,
} from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import { Random } from "../../src/math/random.js";
import { generateGrid, GRID_DIAGONALS, type MeshData } from "../../src/mesh/index.js";
import { hexagon } from "../meshes.js";

const MATERIAL: ClothMaterial = {
  density: 0.2,
  stiffness: 50,
  shear: 9,
  poisson: 0.3,
  bending: 0.02,
  bendStiffness: 5,
  damping: 0,
};
const WOVEN: ClothMaterial = { ...MATERIAL, warp: 70, weft: 30 };

/** Flat meshes in the xy-plane. */
const MESHES: [name: string, mesh: MeshData][] = [
  ...GRID_DIAGONALS.map((diagonals): [string, MeshData] => [
    `a grid, ${diagonals}`,
    generateGrid({ size: [1.2, 0.8], segments: [6, 5], diagonals }),
  ]),
  ["an irregular mesh", generateIrregular({ size: [1.2, 1], spacing: 0.2, seed: 4 })],
];

/** The 3 × 2 matrix from the flat sheet to its pose, column by column: far from the rest shape. */
type Gradient = [x: number[], y: number[]];

function anyGradient(random: Random): Gradient {
  const column = (): number[] => [0, 1, 2].map(() => random.uniform(-1.3, 1.3));
  return [column(), column()];
}

/** Rotates the weave of a flat mesh: the angle between the weft (along u) and the x axis is `turn`. */
function rotateWeave(mesh: MeshData, angle: number): MeshData {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const uvs = new Float64Array(2 * mesh.triangles.length);
  for (const [h, v] of mesh.triangles.entries()) {
    const [x, y] = [mesh.positions[3 * v]!, mesh.positions[3 * v + 1]!];
    uvs.set([c * x + s * y, c * y - s * x], 2 * h);
  }
  return { ...mesh, uvs };
}

/** The rest sheet elsewhere in space, which must not matter. */
function moved(mesh: MeshData): MeshData {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3) as unknown as number[];
    positions.set([0.6 * x! - 0.8 * z! + 1, y! - 2, 0.8 * x! + 0.6 * z!], i);
  }
  return { ...mesh, positions };
}

function posed({ positions }: MeshData, [x, y]: Gradient): Float64Array {
  return positions.map((_, i) => {
    const p = i - (i % 3);
    return x[i % 3]! * positions[p]! + y[i % 3]! * positions[p + 1]!;
  });
}

const dot = (a: number[], b: number[]): number => a.reduce((sum, x, k) => sum + x * b[k]!, 0);

/** The images of the unit vectors along u and v if the weave is rotated by `turn`. */
function weave([x, y]: Gradient, angle: number): [u: number[], v: number[]] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x.map((a, k) => c * a + s * y[k]!), x.map((a, k) => c * y[k]! - s * a)];
}

/** ½ εᵀ D ε, D = [E_u, ν√(E_u E_v), 0; …, E_v, 0; 0, 0, G (1 − ν²)] / (1 − ν²), J/m². */
function membraneDensity(u: number[], v: number[]): number {
  const { warp, weft, shear, poisson } = WOVEN as Required<ClothMaterial>;
  const [uu, vv, uv] = [(dot(u, u) - 1) / 2, (dot(v, v) - 1) / 2, dot(u, v)];
  const plane = 1 - poisson * poisson;
  const cross = poisson * Math.sqrt(warp * weft);
  return (
    (weft * uu * uu + 2 * cross * uu * vv + warp * vv * vv) / (2 * plane) + (shear * uv * uv) / 2
  );
}

/** ½ (E_u (|w_u| − 1)² + E_v (|w_v| − 1)² + G (w_u · w_v)²), J/m². */
function stretchShearDensity(u: number[], v: number[]): number {
  const { warp, weft, shear } = WOVEN as Required<ClothMaterial>;
  const [su, sv] = [Math.sqrt(dot(u, u)) - 1, Math.sqrt(dot(v, v)) - 1];
  return (weft * su * su + warp * sv * sv + shear * dot(u, v) ** 2) / 2;
}

function areaOf({ rest, mesh }: Cloth): number {
  return rest.areas.subarray(0, mesh.triangleCount).reduce((sum, area) => sum + area, 0);
}

describe.each(MESHES)("%s", (_, mesh) => {
  // The deformation is the same in each triangle of any shape, so the energy is area times density.
  test.each([
    ["membrane", membraneDensity],
    ["baraff-witkin", stretchShearDensity],
  ] as const)("has exactly the energy of %s in any uniform deformation", (model, density) => {
    const random = new Random(8);
    for (let i = 0; i < 20; i++) {
      const angle = random.uniform(-3, 3);
      const gradient = anyGradient(random);
      const woven = rotateWeave(mesh, angle);
      const pose = posed(mesh, gradient);
      for (const unstressed of [woven, moved(woven)]) {
        const cloth = new Cloth(unstressed, WOVEN, pose, model);
        const energy = elasticEnergy(cloth.elements[0]!, pose) / areaOf(cloth);
        expect(energy / density(...weave(gradient, angle))).toBeCloseTo(1, 11);
      }
    }
  });
});

// Columns of a grid on a cylinder: each row of edges along it is bent by κ h, the diagonals are flat. An edge of length
// l with ΣA = l h has ½ B l² / ΣA · κ² h² = ½ B κ² · l h, the area around it.
test.each(MESHES.filter(([, mesh]) => mesh.groups?.["left"]))(
  "%s bent to a cylinder has ½ B κ² per area around its hinges",
  (_, mesh) => {
    for (const model of ["angles", "baraff-witkin", "membrane"] as const) {
      const pose = mesh.positions.slice();
      const [h, angle] = [0.2, 0.3];
      let [x, z] = [0, 0];
      for (let column = 0; column <= 6; column++) {
        for (let row = 0; row <= 5; row++) {
          pose[3 * (7 * row + column)] = x;
          pose[3 * (7 * row + column) + 2] = z;
        }
        x += h * Math.cos(column * angle);
        z += h * Math.sin(column * angle);
      }
      const cloth = new Cloth(mesh, MATERIAL, pose, model);
      const curvature = angle / h;
      const area = 5 * h * 0.8; // of the five inner columns
      const energy = elasticEnergy(cloth.elements.at(-1)!, pose);
      expect(energy / (0.5 * MATERIAL.bending! * curvature ** 2 * area)).toBeCloseTo(1, 11);
    }
  },
);

describe("of equilateral triangles", () => {
  /** Energy per area in a small strain of the xy-plane, over the square of its magnitude. */
  function density(model: Model, pick: (cloth: Cloth) => Elements, strain: number[]): number {
    const size = 1e-5;
    const mesh = hexagon();
    const [xx, yy, xy] = strain.map((x) => size * x) as [number, number, number];
    const pose = posed(mesh, [
      [1 + xx, xy / 2, 0],
      [xy / 2, 1 + yy, 0],
    ]);
    const cloth = new Cloth(mesh, MATERIAL, pose, model);
    return elasticEnergy(pick(cloth), pose) / areaOf(cloth) / size ** 2;
  }

  const rotations = [0, 0.2, 0.7, 1.3];

  /** The strain (xx, yy, xy) rotated by an angle. */
  function rotated([xx, yy, xy]: [number, number, number], angle: number): number[] {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [
      c * c * xx + s * s * yy - c * s * xy,
      s * s * xx + c * c * yy + c * s * xy,
      2 * c * s * (xx - yy) + (c * c - s * s) * xy,
    ];
  }

  // Lines that cross at 60° form an isotropic net. With springs of k = E ΣA / L² = E √3 / 2 on a lattice of side L, a
  // stretch ε along n lengthens an edge at the angle φ by L ε cos² φ; the mean of ½ k L² ε² cos⁴ φ (3/8) over three
  // edges per cell of √3/2 L² gives C₁₁ = 9/8 E, that of cos² φ sin² φ (1/8) gives C₁₂ = C₆₆ = 3/8 E: ν = C₁₂ / C₁₁ =
  // 1/3 and C₁₁ (1 − ν²) = E.
  test("structural springs are an isotropic sheet of Young's modulus E and Poisson ratio 1/3", () => {
    const E = MATERIAL.stiffness;
    for (const rotation of rotations) {
      const at = (...strain: [number, number, number]): number =>
        density("springs", ({ springs }) => springs, rotated(strain, rotation));
      const [c11, c22] = [2 * at(1, 0, 0), 2 * at(0, 1, 0)];
      const c12 = at(1, 1, 0) - (c11 + c22) / 2;
      expect(c11 / E).toBeCloseTo(9 / 8, 4);
      expect(c22 / E).toBeCloseTo(9 / 8, 4);
      expect(c12 / c11).toBeCloseTo(1 / 3, 4);
      expect((c11 - (c12 * c12) / c22) / E).toBeCloseTo(1, 4);
      expect((2 * at(0, 0, 1)) / E).toBeCloseTo(3 / 8, 4);
    }
  });

  // A shear γ rotates a side at the angle φ by γ sin² φ, so a corner between φ and φ + 60° opens by γ (sin² φ − sin² (φ
  // + 60°)), whose square has the mean ⅜ γ² over φ, for each of the three corners: ½ · 8/9 G · 3 · ⅜ γ² = ½ G γ².
  test("corners resist a shear with ½ shear γ² per area, in all directions, and no uniform growth", () => {
    const pick = (cloth: Cloth): Elements => cloth.elements[1]!;
    for (const turn of rotations) {
      const energy = density("angles", pick, rotated([0, 0, 1], turn));
      expect(energy / (0.5 * MATERIAL.shear!)).toBeCloseTo(1, 4);
    }
    expect(density("angles", pick, [1, 1, 0])).toBeLessThan(1e-9);
  });

  // Each of the six hinges around the center represents a third of its two triangles.
  test("hinges bend with ½ B κ² per area in all directions", () => {
    const curvature = 1e-3;
    for (const turn of rotations) {
      const mesh = hexagon();
      const pose = mesh.positions.slice();
      for (let p = 0; p < pose.length; p += 3) {
        const along = Math.cos(turn) * pose[p]! + Math.sin(turn) * pose[p + 1]!;
        pose[p + 2] = 0.5 * curvature * along * along;
      }
      const cloth = new Cloth(mesh, MATERIAL, pose, "membrane");
      const area = 6 * (2 / 3) * (Math.sqrt(3) / 4);
      const energy = elasticEnergy(cloth.elements[1]!, pose) / area;
      expect(energy / (0.5 * MATERIAL.bending! * curvature ** 2)).toBeCloseTo(1, 5);
    }
  });
});

// Along the sides of a grid with cells of h a spring on a side has k = E h² / h² = E, a diagonal E h² / 2h² = E / 2
// (both represent two triangles of h² / 2). Per cell, with one diagonal at 45°: C₁₁ = E + E/2 · (√2 h · ½)² / h² = 1.25
// E, C₁₂ = C₆₆ = 0.25 E, so a load along a side with free contraction meets C₁₁ − C₁₂² / C₁₁ = 1.2 E. An isotropic net
// would have C₆₆ = (C₁₁ − C₁₂) / 2 = 0.5 E; this one has half of it.
test("structural springs on a grid have 1.2 E along its sides", () => {
  const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
  const E = MATERIAL.stiffness;
  const at = (xx: number, yy: number, xy: number): number => {
    const size = 1e-5;
    const pose = posed(mesh, [
      [1 + size * xx, (size * xy) / 2, 0],
      [(size * xy) / 2, 1 + size * yy, 0],
    ]);
    const cloth = new Cloth(mesh, MATERIAL, pose, "springs");
    return elasticEnergy(cloth.springs, pose) / size ** 2;
  };
  const [c11, c22] = [2 * at(1, 0, 0), 2 * at(0, 1, 0)];
  const c12 = at(1, 1, 0) - (c11 + c22) / 2;
  expect(c11 / E).toBeCloseTo(1.25, 4);
  expect(c12 / E).toBeCloseTo(0.25, 4);
  expect((2 * at(0, 0, 1)) / E).toBeCloseTo(0.25, 4);
  expect((c11 - (c12 * c12) / c22) / E).toBeCloseTo(1.2, 4);
});

// In a uniform motion every condition dissipates d Ċ², as it would store ½ k C²: the time d / k is that of the
// material.
describe("the ratio of damping to stiffness of every element is that of the material", () => {
  const DAMPED: ClothMaterial = { ...MATERIAL, damping: 0.8, shearDamping: 0.3, bendDamping: 0.05 };
  const stretch = DAMPED.damping / DAMPED.stiffness;
  const shear = DAMPED.shearDamping! / DAMPED.shear!;
  const bend = DAMPED.bendDamping! / DAMPED.bending!;

  test.each([
    ["springs", [[stretch], [DAMPED.shearDamping! / DAMPED.bendStiffness]]],
    ["angles", [[stretch], [shear, shear, shear], [bend]]],
    ["baraff-witkin", [[stretch, stretch, shear], [bend]]],
    ["membrane", [[stretch, stretch, shear], [bend]]],
  ] as const)("in the model %s", (model, times) => {
    const woven =
      model === "springs" || model === "angles" ? DAMPED : { ...DAMPED, warp: 70, weft: 30 };
    const mesh = hexagon();
    const cloth = new Cloth(mesh, woven, mesh.positions, model);
    for (const [i, kind] of cloth.elements.entries()) {
      for (let n = 0; n < kind.count * kind.conditionCount; n++) {
        if (!kind.isAlive(Math.floor(n / kind.conditionCount))) continue;
        const time = kind.dampings[n]! / kind.stiffnesses[n]!;
        expect(time / times[i]![n % kind.conditionCount]!).toBeCloseTo(1, 12);
      }
    }
  });
});

// Two equilateral triangles of side 1: the far corners are √3 apart and ΣA = √3 / 2.
test("a bend-shear spring has the stiffness bendStiffness · ΣA / L²", () => {
  const mesh = hexagon();
  const { bendSprings } = new Cloth(mesh, MATERIAL, mesh.positions, "springs");
  let alive = 0;
  for (let edge = 0; edge < bendSprings.count; edge++) {
    if (!bendSprings.isAlive(edge)) continue;
    alive++;
    expect(bendSprings.restLengths[edge]).toBeCloseTo(Math.sqrt(3), 12);
    expect(bendSprings.stiffnesses[edge]).toBeCloseTo(
      (MATERIAL.bendStiffness * Math.sqrt(3)) / 6,
      12,
    );
  }
  expect(alive).toBe(6);
});

// Stretched to s along u, fixed across it: w_u has the length s, so an edge along u has the tension S s A / L, where S
// is the stress (second Piola–Kirchhoff) and A / L the width that it represents. S is E_u (s − 1) / s for Baraff and
// Witkin and E_u / (1 − ν²) · ½ (s² − 1) for the membrane; an edge along v has the fraction ν √(E_v / E_u) of the
// latter.
test.each([
  ["baraff-witkin", 0.5 * 30, 0],
  ["membrane", (1.5 * 30 * 0.625) / 0.91, (0.3 * Math.sqrt(70 * 30) * 0.625) / 0.91],
] as const)(
  "the tension of edges of %s is the stress along them times their width",
  (model, along, across) => {
    const [h, s] = [0.25, 1.5];
    const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
    const pose = posed(mesh, [
      [s, 0, 0],
      [0, 1, 0],
    ]);
    const cloth = new Cloth(mesh, WOVEN, pose, model);
    kernels.addElementForces(cloth.particles, cloth.elements[0]!, 2); // step, s
    const tension = (a: number, b: number): number =>
      cloth.edgeTension(cloth.mesh.findEdges(a, b)[0]!, 2);
    expect(tension(6, 7)).toBeCloseTo(along * h, 12);
    expect(tension(6, 11)).toBeCloseTo(across * h, 12);
    expect(tension(0, 1)).toBeCloseTo((along * h) / 2, 12); // on the border
    // The same along v.
    const upright = posed(mesh, [
      [1, 0, 0],
      [0, s, 0],
    ]);
    const tall = new Cloth(mesh, WOVEN, upright, model);
    kernels.addElementForces(tall.particles, tall.elements[0]!, 2);
    const warp = model === "membrane" ? (s * 70 * 0.625) / 0.91 : 0.5 * 70;
    expect(tall.edgeTension(tall.mesh.findEdges(6, 11)[0]!, 2)).toBeCloseTo(warp * h, 12);
  },
);

// A small shear γ is a tension of G γ along one diagonal: on an edge of √2 h between two triangles of h² / 2 it is G γ
// h / √2.
test.each(["baraff-witkin", "membrane"] as const)("a shear of %s loads the diagonal", (model) => {
  const [h, shear] = [0.25, 1e-6];
  const mesh = generateGrid({ size: [1, 1], segments: [4, 4], diagonals: "one-way" });
  const pose = posed(mesh, [
    [1, 0, 0],
    [shear, 1, 0],
  ]);
  const cloth = new Cloth(mesh, WOVEN, pose, model);
  kernels.addElementForces(cloth.particles, cloth.elements[0]!, 1);
  const tension = cloth.edgeTension(cloth.mesh.findEdges(6, 12)[0]!, 1);
  expect(tension / ((WOVEN.shear! * shear * h) / Math.SQRT2)).toBeCloseTo(1, 4);
});
