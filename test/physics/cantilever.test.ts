import { describe, expect, test } from "vitest";
import type { ClothMaterial, Model } from "../../src/cloth/index.js";
import { generateGrid, type GridDiagonals } from "../../src/mesh/index.js";
import { World, type SolverOptions } from "../../src/sim/index.js";
import { sample, SOAK } from "../runs.js";
import { bath } from "./sheets.js";

const LENGTH = 0.2; // m, outside of the clamp
const DENSITY = 0.2;
const GRAVITY = 1;
/** N·m: the tip sags by 2 % of the length, where ρ g L⁴ / 8B is accurate to (sag / L)². */
const BENDING = (DENSITY * GRAVITY * LENGTH ** 3) / (8 * 0.02);

const MATERIAL: ClothMaterial = {
  density: DENSITY,
  stiffness: 20,
  shear: 8,
  bending: BENDING,
  bendStiffness: 0,
  damping: 0,
};

/** The sag of the tip of a clamped strip, m. The length is a number of cells, the width 0.4 times the length. */
function tipSag(
  model: Model,
  cells: number,
  solver: Partial<SolverOptions>,
  diagonals: GridDiagonals,
): number {
  const cell = LENGTH / cells;
  const columns = cells + 1; // the first column is clamped on both sides
  const rows = 0.4 * cells;
  const mesh = generateGrid({
    size: [columns * cell, rows * cell],
    segments: [columns, rows],
    diagonals,
  });
  const clamped = mesh.groups!["left"]!.flatMap((p) => [p, p + 1]);
  const world = new World({
    gravity: [0, 0, -GRAVITY],
    wind: { drag: 0 },
    solver,
    fields: [bath(40)], // twice the frequency of the strip, 3.52 √(B / ρ L⁴) = 20/s
    cloths: [
      { mesh, model, material: MATERIAL, imperfection: 0, pins: [{ select: { ids: clamped } }] },
    ],
  });
  for (let i = 0; i < 30; i++) world.step();
  const { positions } = world.cloths[0]!;
  const tip = mesh.groups!["right"]!;
  return -tip.reduce((sum, p) => sum + positions[3 * p + 2]!, 0) / tip.length;
}

/**
 * ρ g L⁴ / 8B. The hinge on the clamped line represents the half cells on both sides of it, so the strip starts to bend
 * half a cell inside the clamp: L is longer by that. Without it the error would be 2h / L, of first order.
 */
function expectedSag(cells: number, bending = BENDING): number {
  const length = LENGTH * (1 + 0.5 / cells);
  return (DENSITY * GRAVITY * length ** 4) / (8 * bending);
}

describe.each(["angles", "baraff-witkin", "membrane"] as const)(
  "a strip of %s, clamped at one end",
  (model) => {
    // With alternately mirrored rows there is no other mode that could relax the bending.
    test("sags like a beam of stiffness B", () => {
      const [coarse, fine] = [5, 10].map(
        (cells) => tipSag(model, cells, { type: "euler" }, "alternating") / expectedSag(cells) - 1,
      );
      expect(Math.abs(coarse!)).toBeLessThan(0.01);
      expect(Math.abs(fine!)).toBeLessThan(0.0012); // of which 0.0006 are (sag / L)² and remaining motion
    });

    test("sags like it with XPBD too", () => {
      const sag = tipSag(model, 5, { substeps: 200 }, "alternating");
      expect(Math.abs(sag / expectedSag(5) - 1)).toBeLessThan(0.01);
    });
  },
);

// A pose on a cylinder has the energy ½ B κ² on every grid, but a sheet can relax it: in the Union Jack grid the
// particles with eight triangles move up and those with four move down by δ; in a grid with one diagonal direction the
// strip twists by τ. With y = 4δ / h or τ h the hinges of a cell are bent by κ h + y (across), y (along) and √2 y (the
// diagonal, which is twice as stiff), so ½ B ((κ h + y)² + y² + 2 · 2 y²) has its minimum at y = −κ h / 6, with 5/6 of
// the energy.
test.each(["union-jack", "one-way"] as const)(
  "on a grid %s it converges to a stiffness of 5/6 B",
  (diagonals) => {
    const errors = sample([5, 10, 20], [5, 10]).map((cells) =>
      Math.abs(
        tipSag("membrane", cells, { type: "euler" }, diagonals) /
          expectedSag(cells, (5 / 6) * BENDING) -
          1,
      ),
    );
    for (let i = 1; i < errors.length; i++) {
      expect(errors[i]! / errors[i - 1]!).toBeLessThan(0.62);
    }
    expect(errors[1]).toBeLessThan(0.055);
    if (SOAK) expect(errors[2]).toBeLessThan(0.03);
  },
);
