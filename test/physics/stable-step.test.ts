import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementJacobian, MODELS, type Cloth, type ClothMaterial } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";
import { SpectrumTracker, stableStep } from "../../src/solvers/index.js";
import { randomEdit } from "../meshes.js";
import { runs } from "../runs.js";
import { freeSheet, kineticEnergy, RICH, shake, storedEnergy } from "./sheets.js";

const EXPLICIT = ["euler", "midpoint", "rk4", "forward-euler"] as const;

/** Largest eigenvalue of −∂F/∂x over mass, by power iteration with a shift that excludes negative ones. */
function fastestSwing(cloth: Cloth): number {
  const { count, inverseMasses, positions } = cloth.particles;
  const still = new Float64Array(3 * count);
  const [byPosition, byVelocity] = [new Float64Array(144), new Float64Array(144)];
  const size = 3 * count;
  const matrix = new Float64Array(size * size);
  for (const kind of cloth.elements) {
    const rows = 3 * kind.size;
    for (let element = 0; element < kind.count; element++) {
      if (!kind.isAlive(element)) continue;
      elementJacobian(kind, element, positions, still, byPosition, byVelocity);
      const place = (i: number): number =>
        3 * kind.particles[kind.size * element + Math.floor(i / 3)]! + (i % 3);
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < rows; j++) {
          matrix[size * place(i) + place(j)]! -= byPosition[rows * i + j]!;
        }
      }
    }
  }
  const roots = Array.from({ length: size }, (_, i) =>
    Math.sqrt(inverseMasses[Math.floor(i / 3)]!),
  );
  let shift = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) {
      matrix[size * i + j]! *= roots[i]! * roots[j]!;
      sum += Math.abs(matrix[size * i + j]!);
    }
    shift = Math.max(shift, sum);
  }
  const random = new Random(2);
  let vector = Array.from({ length: size }, () => random.uniform(-1, 1));
  let quotient = 0;
  for (let n = 0; n < 60; n++) {
    const norm = Math.hypot(...vector);
    vector = vector.map((x) => x / norm);
    const product = vector.map((x, i) => {
      let sum = shift * x;
      for (let j = 0; j < size; j++) sum += matrix[size * i + j]! * vector[j]!;
      return sum;
    });
    quotient = product.reduce((sum, x, i) => sum + x * vector[i]!, 0) - shift;
    vector = product;
  }
  return quotient;
}

describe.each(MODELS)("the stability bound of a sheet of %s", (model) => {
  // A Rayleigh quotient is never above the largest eigenvalue, and the bound must never be below it: in any pose, with
  // any stretch, and after any edits.
  test("is above the highest frequency of the whole stiffness, including tension", () => {
    let closest = Infinity;
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 2 ** 30 }), (seed, choice) => {
        const mesh = generateGrid({ size: [0.4, 0.3], segments: [4, 3] });
        const world = freeSheet(model, { type: "euler" }, RICH, mesh);
        const cloth = world.cloths[0]!;
        const random = new Random(seed);
        for (let n = 0; n < seed % 4; n++) {
          for (const edit of randomEdit(cloth.mesh, mesh.positions, choice + n)) cloth.replay(edit);
        }
        const stretch = [random.uniform(0.7, 3), random.uniform(0.7, 3), 1];
        for (let i = 0; i < 3 * cloth.particles.count; i++) cloth.positions[i]! *= stretch[i % 3]!;
        shake(world, seed, random.uniform(0, 0.03), 0);
        const bound = new SpectrumTracker(cloth).measure(0, []).stiffness;
        const ratio = bound / fastestSwing(cloth);
        closest = Math.min(closest, ratio);
        expect(ratio).toBeGreaterThan(1);
      }),
      runs(91, 25, 2000),
    );
    expect(closest).toBeLessThan(1.6); // otherwise the test has little value
  });

  test("loses less than a tenth while a look finds it valid", () => {
    let kept = 0;
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 30 }), (seed) => {
        const mesh = generateGrid({ size: [0.4, 0.3], segments: [4, 3] });
        const world = freeSheet(model, { type: "euler" }, RICH, mesh);
        const cloth = world.cloths[0]!;
        const random = new Random(seed);
        shake(world, seed, random.uniform(0, 0.03), 1);
        const tracker = new SpectrumTracker(cloth);
        const before = stableStep("euler", tracker.measure(0, []));
        expect(tracker.isValidAfter(1e-6)).toBe(true);
        shake(world, seed + 1, random.uniform(0, 0.004), 1);
        if (!tracker.look()) return;
        kept++;
        const now = stableStep("euler", new SpectrumTracker(cloth).measure(0, []));
        expect(now / before).toBeGreaterThan(0.9);
      }),
      runs(92, 40, 2000),
    );
    expect(kept).toBeGreaterThan(5); // otherwise the test has little value
  });

  test("is not valid after an edit", () => {
    const mesh = generateGrid({ size: [0.4, 0.3], segments: [4, 3] });
    const cloth = freeSheet(model, { type: "euler" }, RICH, mesh).cloths[0]!;
    const tracker = new SpectrumTracker(cloth);
    tracker.measure(0, []);
    expect([tracker.look(), tracker.isValidAfter(0)]).toEqual([true, true]);
    for (const edit of randomEdit(cloth.mesh, mesh.positions, 1)) cloth.replay(edit);
    expect([tracker.look(), tracker.isValidAfter(0)]).toEqual([false, false]);
  });
});

/** A sheet, optionally with all particles pinned except the bottom row. */
function sheet(solver: WorldOptions["solver"], material: ClothMaterial, pinned = false): World {
  const held = [
    [0, 0.2],
    [1, 1],
  ] as const;
  return new World({
    gravity: [0, -1, 0],
    wind: { drag: 0 },
    solver: solver ?? {},
    cloths: [
      {
        mesh: generateGrid({ size: [0.5, 0.5], segments: [6, 6] }),
        material,
        model: "membrane",
        pins: pinned ? [{ select: { uv: held }, release: 0.1 }] : [],
      },
    ],
  });
}

describe.each(EXPLICIT)("%s", (type) => {
  test("refuses too few substeps, names the required number, and runs with it", () => {
    const make = (substeps: number | "auto"): World => sheet({ type, substeps }, RICH);
    let message = "";
    try {
      make(1);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^RangeError: solver\.substeps: .* stays stable only up to a step of/);
    const needed = Number(/expected (\d+) or more/.exec(message)?.[1]);
    const world = make(needed);
    shake(world, 1, 1e-4, 0.01);
    const cloth = world.cloths[0]!;
    const start = kineticEnergy(cloth) + storedEnergy(cloth);
    world.gravity = [0, 0, 0];
    for (let i = 0; i < 30; i++) world.step();
    expect(kineticEnergy(cloth) + storedEnergy(cloth)).toBeLessThan(start);
    expect(() => make("auto").step()).not.toThrow();
  });
});

describe("during a run the stability bound follows", () => {
  const substepsOf = (world: World): number => {
    world.step();
    return world.stats.substeps;
  };

  test.each([
    ["stiffer cloth", { stiffness: 6000, damping: 0 }],
    ["lighter cloth", { density: 0.01 }],
    ["stiffer bending", { bending: 0.5 }],
    ["more damping", { damping: 3 }],
  ])("%s", (_, change: Partial<ClothMaterial>) => {
    const world = sheet({ type: "euler" }, RICH);
    const before = substepsOf(world);
    world.cloths[0]!.setMaterial(change);
    const changed = substepsOf(world);
    const fresh = sheet({ type: "euler" }, { ...RICH, ...change });
    fresh.step();
    expect(changed).toBe(substepsOf(fresh));
    expect(changed).not.toBe(before);
    for (let i = 0; i < 20; i++) world.step();
    expect(storedEnergy(world.cloths[0]!)).toBeLessThan(1e-4);
  });

  test("softer cloth, gradually", () => {
    const world = sheet({ type: "euler" }, RICH);
    const softer = { stiffness: 10, damping: 0 };
    const before = substepsOf(world);
    world.cloths[0]!.setMaterial(softer);
    expect(substepsOf(world)).toBe(before); // it may get stiff again
    for (let i = 0; i < 140; i++) world.step();
    const fresh = substepsOf(sheet({ type: "euler" }, { ...RICH, ...softer }));
    expect(fresh).toBeLessThan(before);
    expect(substepsOf(world)).toBeLessThanOrEqual(Math.ceil((0.8 / 0.6) * fresh));
  });

  test("a change of material that makes the number of substeps too small is refused", () => {
    const world = sheet({ type: "euler", substeps: 12 }, RICH);
    world.step();
    world.cloths[0]!.setMaterial({ stiffness: 600 });
    expect(() => world.step()).toThrow(/as the cloth is now/);
  });

  test("released pins", () => {
    const world = sheet({ type: "euler" }, RICH, true);
    for (let i = 0; i < 10; i++) world.step();
    const free = sheet({ type: "euler" }, RICH);
    expect(substepsOf(world)).toBe(substepsOf(free));
    for (let i = 0; i < 30; i++) world.step();
    expect(storedEnergy(world.cloths[0]!)).toBeLessThan(1e-3);
  });

  test("several grabs on one particle, with the sum of their stiffness", () => {
    const world = sheet({ type: "euler" }, RICH);
    const grab = (): unknown => world.grab({ point: [0, 0, 0], radius: 0.01, stiffness: 500 });
    grab();
    const one = substepsOf(world);
    for (let i = 0; i < 8; i++) grab();
    expect(substepsOf(world)).toBeGreaterThan(2 * one);
    for (let i = 0; i < 30; i++) world.step();
    expect(kineticEnergy(world.cloths[0]!)).toBeLessThan(0.1);
  });
});
