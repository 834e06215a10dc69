import { describe, expect, test } from "vitest";
import { MODELS, type Model } from "../../../src/cloth/index.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { World, type ClothOptions, type SolverOptions } from "../../../src/sim/index.js";
import { energyOf } from "../../../src/sim/energy.js";
import { SubstepHistory } from "../../../src/solvers/implicit/history.js";
import type { ImplicitState } from "../../../src/solvers/implicit/implicit.js";

const SOFT = { density: 0.2, stiffness: 20, shear: 5, bending: 1e-3, bendStiffness: 4, damping: 0 };
const BDF2 = { type: "implicit", integrator: "bdf2", tolerance: 1e-9, iterations: 50 } as const;

/** A sheet that swings from its top row. */
function swinging(
  model: Model,
  solver: Partial<SolverOptions>,
  change: Partial<ClothOptions> = {},
): World {
  const world = new World({
    wind: { drag: 0 },
    solver,
    cloths: [
      {
        mesh: generateGrid({ size: [0.4, 0.4], segments: [4, 4] }),
        material: SOFT,
        model,
        pins: [{ select: { group: "top" } }],
        imperfection: 0,
        ...change,
      },
    ],
  });
  const { positions, velocities, count, inverseMasses } = world.cloths[0]!.particles;
  for (let p = 0; p < count; p++) {
    if (inverseMasses[p] !== 0) velocities[3 * p + 2] = 2 * (positions[3 * p + 1]! - 0.2);
  }
  return world;
}

function positionsOf(world: World): Float64Array {
  const { positions, count } = world.cloths[0]!.particles;
  return positions.slice(0, 3 * count);
}

function difference(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]!) ** 2, 0));
}

function totalEnergy(world: World): number {
  const { kinetic, gravity, elastic } = energyOf(world);
  return kinetic + gravity + elastic;
}

const historyOf = (world: World): NonNullable<ImplicitState["history"]> =>
  (world.cloths[0]!.solver.store!.state as ImplicitState).history!;

describe.each(MODELS)("on the model %s", (model) => {
  const after = (solver: Partial<SolverOptions>): Float64Array => {
    const world = swinging(model, { step: 0.05, ...solver });
    world.step();
    return positionsOf(world);
  };
  const truth = after({ type: "rk4", substeps: 800 });

  test.each([
    ["backward-euler", 1],
    ["bdf2", 2],
  ] as const)("%s has an error of order %i", (integrator, order) => {
    const errors = [100, 200, 400].map((substeps) =>
      difference(after({ ...BDF2, integrator, substeps }), truth),
    );
    for (const i of [0, 1]) {
      expect(Math.abs(Math.log2(errors[i]! / errors[i + 1]!) - order)).toBeLessThan(0.2);
    }
  });
});

test("BDF2 keeps more of the energy of an undamped sheet than backward Euler, and never adds any", () => {
  const lost = (["backward-euler", "bdf2"] as const).map((integrator) => {
    const world = swinging("springs", { ...BDF2, integrator, substeps: 8 });
    const before = totalEnergy(world);
    for (let i = 0; i < 60; i++) world.step();
    return before - totalEnergy(world);
  });
  expect(lost[1]).toBeGreaterThan(0);
  expect(lost[1]).toBeLessThan(0.5 * lost[0]!);
});

describe("the history", () => {
  test("gives each particle BDF2 or backward Euler", () => {
    const world = swinging("springs", { type: "xpbd" });
    const { particles, mesh } = world.cloths[0]!;
    const history = new SubstepHistory({ mesh, particles });
    const free = particles.count - 5;
    const flagged = (h: number): number => {
      history.begin(h);
      return history.flags.slice(0, particles.count).reduce((sum, flag) => sum + flag, 0);
    };
    expect(flagged(0.01)).toBe(0);
    expect([history.isActive, history.weight, history.interval]).toEqual([false, 0, 0.01]);
    history.end(0.01);
    expect(flagged(0.01)).toBe(free);
    expect(history.weight).toBeCloseTo(1 / 3, 15);
    expect(history.interval).toBeCloseTo(0.02 / 3, 15);
    const lowest = particles.positions.indexOf(
      Math.min(...positionsOf(world).filter((_, i) => i % 3 === 1)),
    );
    particles.positions[lowest]! += 1e-6; // by a contact
    expect(flagged(0.01)).toBe(free - 1);
    history.end(0.01);
    expect(flagged(0.01)).toBe(free);
    expect(flagged(0.021)).toBe(0); // too long
    expect(flagged(0.0009)).toBe(0); // too short
    const pinned = particles.inverseMasses.indexOf(0);
    particles.unpin(pinned);
    expect(flagged(0.01)).toBe(free);
    history.end(0.01);
    expect(flagged(0.01)).toBe(free + 1);
    history.forget();
    expect(flagged(0.01)).toBe(0);
  });

  test("follows tears at exact times and undo, and its states continue bit-exact", () => {
    const world = swinging(
      "springs",
      { type: "implicit", integrator: "bdf2" },
      { tearing: { limit: 1.05, resolve: "exact" } },
    );
    world.grab({ point: [0, -0.2, 0], radius: 0.15 });
    const run = (from: number, to: number): string => {
      for (let i = from; i < to; i++) {
        world.cloths[0]!.grabs[0]!.moveTo([0, -0.2 - 0.02 * i, 0.01 * i]);
        if (i % 3 === 0) world.step(1 / 90);
        else world.step();
      }
      return world.hash();
    };
    run(1, 6);
    const state = world.capture();
    const file = world.save();
    const hash = run(6, 20);
    expect(world.stats.tears).toBeGreaterThan(0);
    expect(historyOf(world).positions.length).toBe(3 * world.cloths[0]!.particles.count);
    world.restore(state);
    expect(run(6, 20)).toBe(hash);
    world.load(file);
    for (let i = 0; i < 2; i++) world.step();
    const loaded = world.hash();
    world.restore(state);
    for (let i = 0; i < 2; i++) world.step();
    expect(world.hash()).toBe(loaded);
  });

  test("an undo rejoins a cut, and the run goes on", () => {
    const world = swinging("springs", { type: "implicit", integrator: "bdf2" });
    world.step();
    const { count } = world.cloths[0]!.particles;
    world.undoEdits(world.cloths[0]!, 0);
    const before = historyOf(world);
    world.cut({
      line: [
        [-0.3, 0, 0],
        [0.3, 0, 0],
      ],
    });
    expect(historyOf(world).positions.length).toBe(3 * world.cloths[0]!.particles.count);
    world.undo();
    expect(world.cloths[0]!.particles.count).toBe(count);
    expect(historyOf(world)).toEqual(before);
    world.step();
  });

  test.each([
    [{ length: -1 }, "length: expected a number of 0 or more, got -1"],
    [{ velocities: new Float64Array(3) }, "velocities: expected 75 numbers, got 3"],
    [
      { wasFree: new Uint8Array(25).fill(2) },
      "wasFree.0: expected a whole number from 0 to 1, got 2",
    ],
  ])("a state with %o is refused", (change, line) => {
    const world = swinging("springs", { type: "implicit", integrator: "bdf2" });
    world.step();
    const cloth = world.cloths[0]!;
    const { store } = cloth.solver;
    const state = store!.state as ImplicitState;
    const { vertexCount: vertices, edgeCount: edges, triangleCount: triangles } = cloth.mesh;
    const counts = { vertices, edges, triangles, edits: 0 };
    const check = (value: unknown): void => store!.check!(value, "it", { cloths: [], counts });
    check(state);
    expect(() => check({ ...state, history: { ...state.history, ...change } })).toThrow(
      `it.history.${line}`,
    );
    const { history: _, ...without } = state;
    expect(() => check(without)).toThrow("it.history: it is missing");
  });
});
