import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { World, type PinOptions, type SolverOptions } from "../../src/sim/index.js";
import { RICH, freeSheet, shake, withoutGuard } from "../physics/sheets.js";
import { runs, sample } from "../runs.js";
import { hangingSheet, pulledSheet } from "../worlds.js";

const IMPLICIT = { type: "implicit" } as const;

/** A stiff sheet of 1 m in still air with these pins. */
function stiffSheet(pins: PinOptions[], solver: Partial<SolverOptions> = IMPLICIT): World {
  return new World({
    wind: { drag: 0 },
    solver,
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [8, 8] }),
        material: { ...RICH, stiffness: 10_000, shear: 1000, damping: 0 },
        pins,
      },
    ],
  });
}

describe("a step", () => {
  test("reports its iterations and residual", () => {
    const world = hangingSheet(8, IMPLICIT);
    for (let i = 1; i <= 5; i++) {
      const before = world.stats.totalIterations;
      world.step();
      const { iterations, residual, totalIterations } = world.stats;
      expect(iterations).toBeGreaterThanOrEqual(4);
      expect(residual).toBeLessThanOrEqual(0.0005);
      expect(totalIterations).toBe(before + iterations);
    }
    world.reset();
    expect(world.stats).toMatchObject({ iterations: 0, residual: 0, totalIterations: 0 });
  });

  test("takes four substeps, more while the cloth is fast, and as many as given", () => {
    const world = freeSheet("springs", IMPLICIT);
    world.step();
    expect(world.stats.substeps).toBe(4);
    shake(world, 1, 0, 3);
    world.step();
    expect(world.stats.substeps).toBeGreaterThan(8);
    world.solver.substeps = 3;
    world.step();
    expect(world.stats.substeps).toBe(3);
  });

  test.each(sample([6, 10], [6]))(
    "is bit-exact when repeated, also after a reset, in %i² cells",
    (segments) => {
      const hashes = [1, 2].map(() => {
        const world = pulledSheet({ solver: IMPLICIT }, segments);
        for (let i = 0; i < 20; i++) world.step();
        const first = world.hash();
        world.reset();
        for (let i = 0; i < 20; i++) world.step();
        expect(world.hash()).toBe(first);
        return first;
      });
      expect(hashes[0]).toBe(hashes[1]);
    },
  );
});

describe("a substep that does not converge", () => {
  /** A sheet in such disorder that one iteration is never enough. */
  function violentSheet(solver: Partial<SolverOptions>): World {
    const world = freeSheet("springs", { ...IMPLICIT, substeps: 4, ...solver });
    shake(world, 3, 0.05, 20);
    return world;
  }

  test("is halved and tried again, and gets closer to the converged motion", () => {
    const truth = violentSheet({ substeps: 64, tolerance: 1e-8, iterations: 100 });
    const halved = violentSheet({ iterations: 3, tolerance: 1e-3 });
    for (const world of [truth, halved]) world.step();
    expect(truth.stats.halvings).toBe(0);
    expect(halved.stats.halvings).toBeGreaterThan(0);
    expect(halved.stats.substeps).toBe(4);
    const off = (world: World): number =>
      Math.hypot(...world.cloths[0]!.positions.map((x, i) => x - truth.cloths[0]!.positions[i]!));
    const plain = violentSheet({ tolerance: 1e-8, iterations: 100 });
    plain.step();
    expect(plain.stats.halvings).toBe(0);
    expect(off(halved)).toBeLessThan(off(plain));
  });

  test("behaves like two substeps, with the forces, grabs and constraints of each half", () => {
    const [halved, divided] = [1, 2].map((substeps) => {
      const world = stiffSheet([{ select: { group: "top" }, hold: { axis: [1, 0.2, 0] } }], {
        ...IMPLICIT,
        step: 0.02,
        substeps,
        tolerance: 1e-9,
        iterations: 7,
      });
      const grab = world.grab({ point: [0, -0.5, 0], radius: 0.2 })!;
      world.fields.push({
        addForces({ particles: { count, masses } }, forces, time) {
          for (let p = 0; p < count; p++) forces[3 * p + 2]! += masses[p]! * 3000 * time;
        },
      });
      grab.moveTo([0.01, -0.5, 0.02]);
      world.step();
      return world;
    });
    expect(halved!.stats.halvings).toBe(divided!.stats.halvings + 1);
    const [a, b] = [halved!, divided!].map(({ cloths }) => cloths[0]!.particles);
    for (let i = 0; i < 3 * a!.count; i++) {
      expect(a!.positions[i]).toBeCloseTo(b!.positions[i]!, 9);
      expect(a!.velocities[i]).toBeCloseTo(b!.velocities[i]!, 6);
    }
  });

  test("is flagged if halving does not help, and nothing tears meanwhile", () => {
    const stiff = { ...RICH, stiffness: 10_000, damping: 0 };
    const hasty = { ...IMPLICIT, substeps: 4, iterations: 1, tolerance: 1e-3 };
    const world = freeSheet("springs", hasty, stiff);
    world.cloths[0]!.tearing = { criterion: "stretch", limit: 1.001 };
    shake(world, 4, 0.05, 20);
    world.step();
    expect(world.stats.residual).toBeGreaterThan(0.05);
    expect(world.stats.residual).toBeLessThan(0.5);
    expect(world.stats.untrustedSteps).toBe(1);
    expect(world.stats.maxStretch).toBeGreaterThan(1.001);
    expect(world.stats.tears).toBe(0);
    for (let i = 0; i < 60 && world.stats.tears === 0; i++) {
      world.step();
      expect(world.stats.tears > 0 && world.stats.residual > 0.05).toBe(false);
    }
    expect(world.stats.tears).toBeGreaterThan(0); // once the motion is slower
  });
});

test("equations of up to 5000 particles are solved directly, larger ones iteratively", () => {
  const names = [69, 71].map(
    (segments) => hangingSheet(segments, IMPLICIT).cloths[0]!.solver.solveStats!.linear,
  );
  expect(names).toEqual(["cholesky", "conjugate-gradients"]);
});

describe("pins, constraints and grabs", () => {
  test("pins move cloth exactly, an axis and a plane keep their free directions", () => {
    const world = stiffSheet([
      {
        select: { group: "left" },
        motion: [
          { time: 0, translation: [0, 0, 0] },
          { time: 1, translation: [-0.2, 0.1, 0.3] },
        ],
      },
      { select: { ids: [80] }, hold: { axis: [1, 1, 0] } },
      { select: { ids: [8] }, hold: { plane: [0, 0, 1] } },
    ]);
    const cloth = world.cloths[0]!;
    const start = cloth.positions.slice();
    for (let i = 0; i < 60; i++) world.step();
    const displacementOf = (p: number): number[] =>
      [0, 1, 2].map((k) => cloth.positions[3 * p + k]! - start[3 * p + k]!);
    for (const p of cloth.select({ group: "left" })) {
      for (const [k, x] of displacementOf(p).entries())
        expect(x).toBeCloseTo([-0.2, 0.1, 0.3][k]!, 12);
    }
    const [x, y, z] = displacementOf(80);
    expect(Math.abs(x!)).toBeGreaterThan(1e-3);
    expect(x! - y!).toBeCloseTo(0, 12);
    expect(z).toBeCloseTo(0, 12);
    expect(Math.abs(displacementOf(8)[1]!)).toBeGreaterThan(1e-3);
    expect(displacementOf(8)[2]).toBeCloseTo(0, 12);
  });

  test("a grab pulls with its spring, and at most with its maximum force", () => {
    const weight = 0.2 * 9.81;
    const world = stiffSheet([]);
    const grab = world.grab({ point: [0, 0.5, 0], radius: 0.2, stiffness: 500 })!;
    for (let i = 0; i < 600; i++) world.step();
    const { holding, positions } = world.cloths[0]!;
    const { count, particles, targets } = holding.attachments[0]!;
    let pull = 0;
    for (let i = 0; i < count; i++) {
      pull += (500 / count) * (targets[3 * i + 1]! - positions[3 * particles[i]! + 1]!);
    }
    expect(pull / weight).toBeCloseTo(1, 2);
    grab.release();
    // A grab that can lift half of the weight lets it fall at half of the acceleration.
    const weak = stiffSheet([]);
    weak.grab({ point: [0, 0.5, 0], radius: 0.2, maxForce: weight / 2 });
    for (let i = 0; i < 30; i++) weak.step();
    const { velocities, masses, count: all } = weak.cloths[0]!.particles;
    let momentum = 0;
    for (let p = 0; p < all; p++) momentum += masses[p]! * velocities[3 * p + 1]!;
    expect(momentum / (-(weight / 2) * weak.time)).toBeCloseTo(1, 1);
  });
});

describe("tears", () => {
  test.each(MODELS)(
    "by tension happen at the strength of the material in the model %s",
    (model) => {
      const world = new World({
        gravity: [0, 0, 0],
        wind: { drag: 0 },
        solver: IMPLICIT,
        cloths: [
          {
            mesh: generateGrid({ size: [1, 1], segments: [6, 6] }),
            model,
            material: { ...RICH, stiffness: 10_000, shear: 1000, poisson: 0, breakingStrain: 0.1 },
            tearing: { criterion: "tension" },
            pins: [
              { select: { group: "left" }, hold: { axis: [0, 1, 0] } },
              {
                select: { group: "right" },
                hold: { axis: [0, 1, 0] },
                motion: [
                  { time: 0, translation: [0, 0, 0] },
                  { time: 1, translation: [0.2, 0, 0] },
                ],
              },
            ],
          },
        ],
      });
      while (world.stats.tears === 0 && world.time < 1) world.step();
      // The load is uniform, so the edges along it have the strain of the whole sheet; Green strain is slightly larger.
      expect(0.2 * world.time).toBeGreaterThan(0.085);
      expect(0.2 * world.time).toBeLessThan(0.115);
    },
  );

  test("of any kind, with any model, leave a valid mesh and finite numbers", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MODELS),
        fc.constantFrom("tension" as const, "stretch" as const, "separation-tensor" as const),
        fc.constantFrom("plane" as const, "slice" as const, "weak-point" as const),
        fc.constantFrom("direct" as const, "conjugate-gradients" as const),
        (model, criterion, path, linear) => {
          const world = pulledSheet({ solver: { ...IMPLICIT, linear } }, 6);
          const [cloth] = world.options.cloths;
          const other = new World({
            ...world.options,
            cloths: [{ ...cloth!, model, tearing: { criterion, path, maxTearsPerStep: 3 } }],
          });
          for (let i = 0; i < 40; i++) other.step();
          validate(other.cloths[0]!.mesh);
          expect(other.isFinite()).toBe(true);
          expect(other.stats.tears).toBeGreaterThan(0);
        },
      ),
      runs(1, 3, 100),
    );
  });
});

test("implicit runs where explicit solvers blow up", () => {
  const top = [{ select: { group: "top" } }];
  for (const type of ["euler", "midpoint", "rk4"] as const) {
    const explicit = withoutGuard(stiffSheet(top, { type }));
    explicit.solver.substeps = 4;
    expect(() => {
      for (let i = 0; i < 60; i++) explicit.step();
    }).toThrow("the simulation blew up");
  }
  // The same substep, and one that is sixteen times as long.
  for (const substeps of [4, 1]) {
    const step = substeps === 4 ? 1 / 60 : 4 / 60;
    const world = stiffSheet(top, { ...IMPLICIT, step, substeps });
    for (let i = 0; i < 60; i++) world.step();
    expect(world.stats.maxStretch).toBeLessThan(1.01);
    expect(world.stats.untrustedSteps).toBe(0);
  }
});
