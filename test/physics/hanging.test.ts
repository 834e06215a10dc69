import { describe, expect, test } from "vitest";
import { MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type Field, type SolverOptions, type WorldCloth } from "../../src/sim/index.js";
import { inDoublePrecision } from "../worlds.js";
import { bath, slopesOf } from "./sheets.js";

const GRAVITY = 9.81;
/** Width and height, m. */
const SIZE = 1;
const SEGMENTS = 8;
/** N, distributed along the bottom row. */
const LOAD = 1.5;

/** Stiff enough for a strain of about 1e-3. */
const MATERIAL = {
  density: 0.2,
  stiffness: 2500,
  shear: 500,
  poisson: 0,
  bending: 1e-5,
  bendStiffness: 0,
  damping: 0,
} as const satisfies ClothMaterial;
const { density, stiffness: E, shear: G } = MATERIAL;

/** A force along the bottom row, distributed by width. */
function bottomLoad(bottom: readonly number[], load: number): Field {
  return {
    addForces(_cloth: WorldCloth, forces: Float64Array): void {
      for (const [i, p] of bottom.entries()) {
        const isEnd = i === 0 || i === bottom.length - 1;
        forces[3 * p + 1]! -= (load / (bottom.length - 1)) * (isEnd ? 0.5 : 1);
      }
    },
  };
}

const hungSheets = new Map<string, World>();

/**
 * A sheet that has settled below its top row, which can narrow like the rest; cached per kind. In double precision, on the
 * reference kernels, unless `isSingle`.
 */
function hungSheet(...kind: Parameters<typeof hang>): World {
  const key = JSON.stringify(kind);
  const world = hungSheets.get(key) ?? hang(...kind);
  hungSheets.set(key, world);
  return world;
}

function hang(
  model: Model,
  load: number,
  solver: Partial<SolverOptions>,
  segments = SEGMENTS,
  isSingle = false,
): World {
  const mesh = generateGrid({ size: [SIZE, SIZE], segments: [segments, segments] });
  const sheet = new World({
    gravity: [0, -GRAVITY, 0],
    solver,
    fields: [bath(300), bottomLoad(mesh.groups!["bottom"]!, load)], // twice the slowest frequency
    cloths: [
      {
        mesh,
        model,
        material: MATERIAL,
        imperfection: 0,
        pins: [{ select: { group: "top" }, hold: { plane: [0, 1, 0] } }],
      },
    ],
  });
  const world = isSingle ? sheet : inDoublePrecision(sheet);
  for (let i = 0; i < 20; i++) world.step();
  return world;
}

/** Mean drop of the bottom row, m. */
function elongation({ cloths: [cloth] }: World): number {
  const bottom = cloth!.select({ group: "bottom" });
  const sum = bottom.reduce((total, p) => total + cloth!.positions[3 * p + 1]!, 0);
  return -SIZE / 2 - sum / bottom.length;
}

/**
 * ρ g H² / 2E + F H / E W. Elements in series with the elongation of the weight below are exact at every row, because
 * the masses below row j add up to (j − ½) ρ h W: Σ (j − ½) ρ g h² / E = ρ g H² / 2E.
 */
function expectedElongation(stiffness: number, load: number): number {
  return (density * GRAVITY * SIZE ** 2) / (2 * stiffness) + load / stiffness;
}

/**
 * A load P (N/m of rest width) stretches St. Venant–Kirchhoff cloth to λ with P = E λ (λ² − 1) / 2, so the strain is p
 * − 3/2 p² + … with p = P / E, and the elongation is 3/2 ∫ p² less than by Hooke's law.
 */
function greenElongation(load: number): number {
  const [own, hung] = [(density * GRAVITY * SIZE) / E, load / (E * SIZE)];
  const meanSquare = (own * own) / 3 + own * hung + hung * hung;
  return expectedElongation(E, load) - 1.5 * SIZE * meanSquare;
}

describe.each(["baraff-witkin", "membrane"] as const)("a hanging sheet of %s", (model) => {
  const expected =
    model === "membrane" ? greenElongation : (load: number) => expectedElongation(E, load);

  // Not exact, because the particles of this grid have alternately four and eight triangles, and alternately half and
  // all of the mass for a uniform stress.
  test.each([0, LOAD])("with a load of %d N has the elongation given by E, to 0.02 %%", (load) => {
    const found = elongation(hungSheet(model, load, { type: "euler" }));
    expect(Math.abs(found / expected(load) - 1)).toBeLessThan(2e-4);
  });

  // A sweep solves each condition separately; later ones move its particles by up to F dt² / m again.
  test("reaches it with XPBD too, with an error quadratic in the substep", () => {
    const errors = [80, 160, 320].map(
      (substeps) => elongation(hungSheet(model, LOAD, { substeps })) / expected(LOAD) - 1,
    );
    for (const slope of slopesOf(errors)) expect(Math.abs(slope - 2)).toBeLessThan(0.05);
    expect(errors.at(-1)).toBeLessThan(0.002);
  });
});

// On the sides of a grid the springs alone have 1.2 E (test/physics/uniform-strain.test.ts). The corners of
// right-angled triangles add to it: in a stretch along the sides the right angle does not change, the other two change
// by ½ (ε_y − ε_x), so their energy is ½ · 8/9 G · 2 · ¼ (ε_y − ε_x)², C₁₁ increases and C₁₂ decreases by 4/9 G.
function netStiffness(model: "springs" | "angles"): number {
  const corners = model === "angles" ? (4 / 9) * G : 0;
  const [c11, c12] = [1.25 * E + corners, 0.25 * E - corners];
  return c11 - (c12 * c12) / c11;
}

describe.each(["springs", "angles"] as const)("a hanging sheet of %s", (model) => {
  // At its borders the net is not uniform: the particles there with diagonals would need a larger load than those
  // without. This increases the elongation by a fraction of one cell.
  test.each([0, LOAD])("with a load of %d N has the elongation given by the spring net", (load) => {
    const errors = [8, 16].map((segments) => {
      const found = elongation(hungSheet(model, load, { type: "euler" }, segments));
      return found / expectedElongation(netStiffness(model), load) - 1;
    });
    expect(errors[0]).toBeLessThan(0.011);
    expect(errors[1]! / errors[0]!).toBeLessThan(0.6);
  });
});

/** Levels between rows, m. */
const LEVELS = [-0.44, -0.19, 0.06, 0.44];

function isBelow({ rest }: WorldCloth, particle: number, level: number): boolean {
  return rest.positions[3 * particle + 1]! < level;
}

/** N: the weight below a level. */
function weightBelow(cloth: WorldCloth, level: number): number {
  const { count, masses } = cloth.particles;
  let weight = LOAD;
  for (let p = 0; p < count; p++) if (isBelow(cloth, p, level)) weight += GRAVITY * masses[p]!;
  return weight;
}

/** N: the total force of all elements on the particles below a level. */
function carriedAcross(cloth: WorldCloth, level: number): number {
  const { particles } = cloth;
  particles.forces.fill(0);
  for (const kind of cloth.elements) kernels.addElementForces(particles, kind, 0);
  let force = 0;
  for (let p = 0; p < particles.count; p++) {
    if (isBelow(cloth, p, level)) force += particles.forces[3 * p + 1]!;
  }
  return force;
}

/** N: the vertical components of the tensions of all edges that cross a level. */
function tensionAcross(cloth: WorldCloth, level: number): number {
  const { mesh, positions } = cloth;
  let force = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (isBelow(cloth, a, level) === isBelow(cloth, b, level)) continue;
    const offset = [0, 1, 2].map((k) => positions[3 * b + k]! - positions[3 * a + k]!);
    force += (cloth.tensionOf(edge) * Math.abs(offset[1]!)) / Math.hypot(...offset);
  }
  return force;
}

/**
 * The fraction of the load that the edges across a cut show as tension.
 *
 * - `springs`: all of it; there are no other elements (bend-shear springs are disabled).
 * - `angles`: the part that the corners do not carry. With ε_x = −C₁₂ / C₁₁ ε_y in the whole net, its springs alone
 * have 1.25 E ε_y + 0.25 E ε_x.
 * - `baraff-witkin`, `membrane`: "stress along the edge × area / length" is a measure for tearing, not an equivalent
 * truss. For a uniform vertical stress σ in cells of h, a vertical edge (between two triangles of h²/2) has σ h² / h =
 * σ h, a diagonal ½ σ h² / √2 h = σ h / √8 with the vertical component σ h / 4: 1.25 times the load.
 *
 * Exact for springs; for the others as exact as the stress is uniform, which the masses of this grid disturb by 0.1 %.
 */
function shownFraction(model: Model): number {
  if (model === "springs") return 1;
  if (model !== "angles") return 1.25;
  const [c11, c12] = [1.25 * E + (4 / 9) * G, 0.25 * E - (4 / 9) * G];
  return (1.25 * E - (0.25 * E * c12) / c11) / netStiffness("angles");
}

describe.each(MODELS)("across every level of a hanging sheet of %s", (model) => {
  test("the elements carry the weight below it, to rounding, at rest with an explicit solver", () => {
    const cloth = hungSheet(model, LOAD, { type: "euler" }).cloths[0]!;
    for (const level of LEVELS) {
      expect(carriedAcross(cloth, level) / weightBelow(cloth, level)).toBeCloseTo(1, 11);
    }
  });

  // The stretch of 1e-3 is a small difference of lengths, which single precision has to 6e-8.
  test("so they do in single precision, to 1e-4", () => {
    const cloth = hungSheet(model, LOAD, { type: "euler" }, SEGMENTS, true).cloths[0]!;
    for (const level of LEVELS) {
      const carried = carriedAcross(cloth, level) / weightBelow(cloth, level);
      expect(Math.abs(carried - 1)).toBeLessThan(1e-4);
    }
  });

  test.each([{ type: "euler" }, { type: "xpbd", substeps: 160 }] as const)(
    "the tensions of the edges show the fraction given by the model, with $type",
    (solver) => {
      const cloth = hungSheet(model, LOAD, solver).cloths[0]!;
      for (const level of LEVELS) {
        const shown = tensionAcross(cloth, level) / weightBelow(cloth, level);
        const tolerance = model === "springs" ? (solver.type === "xpbd" ? 1e-5 : 1e-11) : 4e-3;
        expect(Math.abs(shown / shownFraction(model) - 1)).toBeLessThan(tolerance);
      }
    },
  );
});
