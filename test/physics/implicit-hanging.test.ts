import { describe, expect, test } from "vitest";
import type { Model } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverOptions } from "../../src/sim/index.js";
import { liftOn, splitAtRandom } from "./implicit.js";
import { sample } from "../runs.js";

const GRAVITY = 9.81;
const DENSITY = 0.2;
const STIFFNESS = 10_000;

/**
 * A sheet of 1 m that hangs from its top row and has settled. Diagonals that alternate from row to row let each row
 * shear freely, so that the springs carry a load along the sides with exactly E: the diagonals stay slack.
 */
function hungSheet(model: Model, segments: number, solver: Partial<SolverOptions> = {}): World {
  const mesh = generateGrid({
    size: [1, 1],
    segments: [segments, segments],
    diagonals: "alternating",
  });
  const world = new World({
    gravity: [0, -GRAVITY, 0],
    wind: { drag: 0 },
    solver: { type: "implicit", ...solver },
    cloths: [
      {
        mesh,
        model,
        material: {
          density: DENSITY,
          stiffness: STIFFNESS,
          shear: 1000,
          poisson: 0,
          bendStiffness: 0,
          damping: 0,
        },
        pins: [{ select: { group: "top" } }],
      },
    ],
  });
  // Backward Euler damps the vertical oscillation of 56 Hz by half per substep.
  for (let i = 0; i < 12; i++) world.step();
  return world;
}

/** m: elongation of the sheet at the bottom row. */
function elongation({ cloths: [cloth] }: World): number {
  const bottom = cloth!.select({ group: "bottom" });
  const sum = bottom.reduce((total, p) => total + cloth!.positions[3 * p + 1]!, 0);
  return -0.5 - sum / bottom.length;
}

/** ρ g H² / 2E; for the Green strain of the membrane less by ∫ 3/2 (ρ g y / E)². */
function expectedElongation(model: Model): number {
  const strain = (DENSITY * GRAVITY) / STIFFNESS;
  return strain / 2 - (model === "membrane" ? strain ** 2 / 2 : 0);
}

/** N: the weight below the pinned row. */
function weightBelow({ cloths: [cloth] }: World): number {
  const { particles } = cloth!;
  let mass = 0;
  for (let p = 0; p < particles.count; p++) {
    if (particles.pinned[p] === 0) mass += particles.masses[p]!;
  }
  return mass * GRAVITY;
}

function reaction({ cloths: [cloth] }: World): number {
  const pinned = Array.from({ length: cloth!.particles.count }, (_, p) => p).filter(
    (p) => cloth!.particles.pinned[p] === 1,
  );
  return -liftOn(cloth!, pinned);
}

const SMALL = sample([16, 32], [16]);

describe.each(["springs", "baraff-witkin", "membrane"] as const)(
  "a hanging sheet of %s, of 10 kN/m and 0.2 kg/m², with the implicit solver",
  (model) => {
    test.each(sample([16, 32, 64, 128], [16]))(
      "of %i² cells has the elongation given by E, to 0.1 %%, and pulls at its pins with its weight, to 0.5 %%",
      (segments) => {
        const world = hungSheet(model, segments);
        expect(Math.abs(elongation(world) / expectedElongation(model) - 1)).toBeLessThan(1e-3);
        expect(Math.abs(reaction(world) / weightBelow(world) - 1)).toBeLessThan(5e-3);
        expect(world.stats.untrustedSteps).toBe(0);
      },
    );

    test.each(SMALL)(
      "of %i² cells does so after 50 random splits too, like a new solver of the torn sheet",
      (segments) => {
        const world = hungSheet(model, segments);
        const fresh = hungSheet(model, segments);
        for (const { cloths } of [world, fresh]) splitAtRandom(cloths[0]!, 50, 7);
        fresh.cloths[0]!.solver.rebuild!();
        for (let i = 0; i < 12; i++) {
          world.step();
          fresh.step();
        }
        expect(world.stats.untrustedSteps).toBe(0);
        expect(Math.abs(reaction(world) / weightBelow(world) - 1)).toBeLessThan(5e-3);
        const [found, expected] = [elongation(world), elongation(fresh)];
        expect(expected).toBeGreaterThan(expectedElongation(model));
        expect(Math.abs(found / expected - 1)).toBeLessThan(1e-3);
      },
    );
  },
);

describe("both linear solvers", () => {
  test.each(SMALL)("give the same sheet of %i² cells", (segments) => {
    const [direct, iterated] = (["direct", "conjugate-gradients"] as const).map((linear) =>
      hungSheet("membrane", segments, { linear }),
    );
    expect(direct!.cloths[0]!.solver.solveStats!.linear).toBe("cholesky");
    expect(iterated!.cloths[0]!.solver.solveStats!.linear).toBe("conjugate-gradients");
    expect(Math.abs(elongation(direct!) / elongation(iterated!) - 1)).toBeLessThan(1e-5);
  });
});
