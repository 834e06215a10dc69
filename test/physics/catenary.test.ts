import { describe, expect, test } from "vitest";
import type { ClothMaterial } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverOptions } from "../../src/sim/index.js";
import { sample, SOAK } from "../runs.js";
import { bath, slopesOf } from "./sheets.js";

const GRAVITY = 9.81;
const LENGTH = 1;
/** m between the ends: a slack of 15 %. */
const SPAN = 1 / 1.15;

const MATERIAL = {
  density: 0.2,
  stiffness: 1,
  shear: 40,
  poisson: 0,
  bending: 0,
  bendStiffness: 0,
  damping: 0,
} as const satisfies ClothMaterial;

/**
 * N/m. A strip of springs two cells wide is mostly border, whose stiffness is not exactly 1.2 E, so it must hardly
 * stretch.
 */
const STIFFNESS = { springs: 2000, membrane: 400 };

/**
 * A hanging elastic line of the weight w and the stiffness K, at the rest length s (m) from its lowest point: with the
 * horizontal force H the tension is T = √(H² + w² s²), dx/ds = H / T + H / K and dy/ds = w s / T + w s / K, so
 *
 * x = H s / K + H / w · asinh(w s / H), y = w s² / 2K + √(H² + w² s²) / w − H / w
 *
 * and H is the value at which x(L / 2) is half of the span.
 */
function catenary(weight: number, stiffness: number): (s: number) => [x: number, y: number] {
  const at = (pull: number, s: number): [number, number] => [
    (pull * s) / stiffness + (pull / weight) * Math.asinh((weight * s) / pull),
    (weight * s * s) / (2 * stiffness) + (Math.hypot(pull, weight * s) - pull) / weight,
  ];
  let [low, high] = [1e-6 * weight, 100 * weight];
  for (let i = 0; i < 100; i++) {
    const midpoint = (low + high) / 2;
    if (at(midpoint, LENGTH / 2)[0] < SPAN / 2) low = midpoint;
    else high = midpoint;
  }
  const pull = (low + high) / 2;
  const [, end] = at(pull, LENGTH / 2);
  return (s) => {
    const [x, y] = at(pull, s);
    return [x, y - end]; // below the ends
  };
}

/** The largest distance of any particle of a hanging strip from the catenary, and the error of its sag, m. */
function hang(
  model: keyof typeof STIFFNESS,
  cells: number,
  solver: Partial<SolverOptions>,
): { off: number; sag: number } {
  const cell = LENGTH / cells;
  const mesh = generateGrid({
    size: [LENGTH, 2 * cell],
    segments: [cells, 2],
    diagonals: "alternating",
  });
  const inward = (LENGTH - SPAN) / 2;
  const pins = [
    { select: { group: "left" }, motion: [{ time: 0, translation: [inward, 0, 0] as const }] },
    { select: { group: "right" }, motion: [{ time: 0, translation: [-inward, 0, 0] as const }] },
  ];
  const world = new World({
    gravity: [0, -GRAVITY, 0],
    wind: { drag: 0 },
    solver,
    fields: [bath(8)],
    cloths: [
      {
        mesh,
        model,
        material: { ...MATERIAL, stiffness: STIFFNESS[model] },
        imperfection: 0,
        transform: { rotation: [90, 0, 0] },
        pins,
      },
    ],
  });
  // It starts as a V between the ends, far from its equilibrium.
  const { positions } = world.cloths[0]!;
  const depth = Math.sqrt(LENGTH ** 2 - SPAN ** 2) / 2;
  const places = mesh.positions;
  for (let p = 0; 3 * p < places.length; p++) {
    const s = places[3 * p]!;
    positions[3 * p] = (s * SPAN) / LENGTH;
    positions[3 * p + 1] = -depth * (1 - (2 * Math.abs(s)) / LENGTH);
  }
  for (let i = 0; i < 180; i++) world.step();
  // Along the strip a spring net has 1.2 E; both have no relevant Poisson effect at these strains.
  const stiffness = STIFFNESS[model] * (model === "springs" ? 1.2 : 1);
  const line = catenary(MATERIAL.density * GRAVITY, stiffness);
  let off = 0;
  let lowest = 0;
  for (let p = 0; 3 * p < places.length; p++) {
    const s = places[3 * p]!;
    const [x, y] = line(Math.abs(s));
    const gap = [positions[3 * p]! - Math.sign(s) * x, positions[3 * p + 1]! - y];
    off = Math.max(off, Math.hypot(...gap));
    lowest = Math.min(lowest, positions[3 * p + 1]!);
  }
  return { off, sag: -lowest + line(0)[1] };
}

/** More cells leave a larger residual in a sweep of XPBD. */
const XPBD = [
  { cells: 20, part: 0.0025 },
  { cells: 40, part: 0.004 },
] as const;

describe.each(["springs", "membrane"] as const)("a slack strip of %s", (model) => {
  // The error of a chain of straight links is quadratic in their length, until the border of the springs dominates.
  test("hangs as a catenary and converges with refinement", () => {
    const sizes = sample([10, 20, 40], [10, 20]);
    const errors = sizes.map((cells) => hang(model, cells, { type: "euler" }));
    for (const { off, sag } of errors) expect(Math.abs(sag)).toBeLessThanOrEqual(off);
    const slopes = slopesOf(errors.map(({ off }) => off));
    for (const slope of slopes) expect(slope).toBeGreaterThan(model === "membrane" ? 2 : 1.2);
    // Relative to a sag of 0.219 m.
    expect(errors[1]!.off).toBeLessThan(model === "membrane" ? 2.7e-4 : 3.5e-4);
    if (SOAK) expect(errors[2]!.off).toBeLessThan(model === "membrane" ? 6e-5 : 1.5e-4);
  });

  for (const { cells, part } of sample(XPBD, [XPBD[0]])) {
    test(`of ${cells} cells hangs as a catenary with XPBD, to ${100 * part} % of its sag`, () => {
      expect(hang(model, cells, { substeps: 60 }).off).toBeLessThan(part * 0.219);
    });
  }
});
