import { describe, expect, test } from "vitest";
import { MATERIALS, MODELS, type ClothMaterial } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

function sheet(segments: number, material: Partial<ClothMaterial> = {}, budget?: number): World {
  return new World({
    solver: { type: "auto", ...(budget !== undefined && { budget }) },
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }),
        material: { ...MATERIALS.cotton, ...material },
      },
    ],
  });
}

describe("auto", () => {
  test("selects symplectic Euler for soft cloth", () => {
    const { solver } = sheet(16, { stiffness: 20, damping: 0.01 });
    expect(solver).toMatchObject({ type: "euler", substeps: "auto" });
    expect(solver.choice!.reason).toMatch(
      /^euler needs \d+ substeps, about [\d.]+ ms per step, within 50 ms; implicit would take about [\d.]+ ms$/,
    );
  });

  test("is the default, and selects implicit with multigrid for stiff cloth if there is time for it", () => {
    const cloths = [{ mesh: generateGrid({ size: [1, 1], segments: [16, 16] }) }];
    const { solver } = new World({ cloths });
    expect(solver).toMatchObject({
      type: "implicit",
      substeps: "auto",
      integrator: "bdf2",
      linear: "multigrid",
      kernels: "reference",
    });
    expect(solver.choice!.reason).toMatch(
      /^implicit with multigrid takes about [\d.]+ ms per step, within 50 ms; euler would need \d+ substeps, about [\d.]+ ms$/,
    );
  });

  test("a number of substeps without a type means xpbd", () => {
    const cloths = [{ mesh: generateGrid({ size: [1, 1], segments: [4, 4] }) }];
    const { solver } = new World({ cloths, solver: { substeps: 10 } });
    expect(solver).toMatchObject({ type: "xpbd", substeps: 10, choice: null });
  });

  test("selects xpbd otherwise, with the substeps that there is time for, and reports how soft it is", () => {
    const fine = sheet(40, {}, 0.003);
    expect(fine.solver.type).toBe("xpbd");
    expect(fine.solver.substeps).toBeGreaterThan(20);
    expect(fine.solver.choice!.reason).toMatch(/stretches under load about [\d.]+ times as much/);
    const hurried = sheet(40, {}, 1e-4);
    expect(hurried.solver.substeps).toBe(20);
    expect(hurried.solver.choice!.reason).toContain("fewer would look like rubber");
  });

  test("estimates the time of the step that is asked for: half of it takes half as many substeps", () => {
    const mesh = generateGrid({ size: [1, 1], segments: [40, 40] });
    const timeOf = (step: number): number => {
      const { choice } = new World({ cloths: [{ mesh }], solver: { step } }).solver;
      return Number(/multigrid takes about ([\d.]+) ms/.exec(choice!.reason)![1]);
    };
    expect(timeOf(1 / 120) / timeOf(1 / 60)).toBeCloseTo(1 / 2, 1);
    expect(timeOf(1 / 30) / timeOf(1 / 60)).toBeCloseTo(2, 1);
    expect(timeOf(1 / 1000) / timeOf(1 / 60)).toBeCloseTo(1 / 4, 1); // at least one
  });

  test("depends on the model, on all cloths together, and only on numbers", () => {
    const counts = MODELS.map((model) => {
      const mesh = generateGrid({ size: [1, 1], segments: [40, 40] });
      const solver = { type: "auto", budget: 0.004 } as const;
      const one = new World({ solver, cloths: [{ mesh, model }] });
      const two = new World({
        solver,
        cloths: [
          { mesh, model },
          { mesh, model },
        ],
      });
      expect(one.solver.type).toBe("xpbd");
      expect(two.solver.substeps).toBeLessThanOrEqual(one.solver.substeps as number);
      return one.solver.substeps as number;
    });
    expect(counts[0]).toBeGreaterThan(counts[1]!); // springs are the cheapest
    expect(sheet(40).solver.choice).toEqual(sheet(40).solver.choice);
  });

  test("runs the selected solver, also after a reset; another solver has no choice", () => {
    const world = sheet(16, { stiffness: 50_000 }, 1);
    world.step();
    expect(world.stats.iterations).toBeGreaterThan(0);
    world.reset();
    world.step();
    expect(world.stats.iterations).toBeGreaterThan(0);
    const { cloths } = world.options;
    expect(new World({ cloths, solver: { type: "implicit" } }).solver.choice).toBeNull();
  });
});

describe("invalid options", () => {
  function lineFor(solver: object): string {
    const cloths = [{ mesh: generateGrid({ size: [1, 1], segments: [2, 2] }) }];
    try {
      void new World({ cloths, solver });
      return "good";
    } catch (error) {
      return (error as Error).message;
    }
  }

  test.for([
    [{ type: "xpbd", tolerance: 0.1 }, "solver.tolerance: only for the solver implicit, got xpbd"],
    [
      { type: "euler", iterations: 3 },
      "solver.iterations: only for the solver implicit, got euler",
    ],
    [
      { type: "rk4", integrator: "bdf2" },
      "solver.integrator: only for the solver implicit, got rk4",
    ],
    [{ type: "auto", linear: "direct" }, "solver.linear: only for the solver implicit, got auto"],
    [{ type: "implicit", budget: 1 }, "solver.budget: only for the solver auto, got implicit"],
    [
      { type: "implicit", stretchLimit: 1.1 },
      "solver.stretchLimit: only for the solvers euler, midpoint, rk4, forward-euler, got implicit",
    ],
    [
      { type: "auto", substeps: 4 },
      'solver.substeps: solver.type "auto" chooses the number; leave it out, or name a solver in solver.type',
    ],
    [
      { type: "implicit", tolerance: 0 },
      "solver.tolerance: expected a fraction from 1e-9 to under 1, got 0",
    ],
    [
      { type: "implicit", tolerance: 1 },
      "solver.tolerance: expected a fraction from 1e-9 to under 1, got 1",
    ],
    [
      { type: "implicit", iterations: 1.5 },
      "solver.iterations: expected a whole number of 1 or more, got 1.5",
    ],
    [
      { type: "implicit", linear: "lu" },
      'solver.linear: expected auto, direct, conjugate-gradients or multigrid, got "lu"',
    ],
    [
      { type: "implicit", integrator: "bdf3" },
      'solver.integrator: expected backward-euler or bdf2, got "bdf3"',
    ],
    [{ type: "implicit", integrator: "bdf2" }, "good"],
    [{ type: "auto", budget: 0 }, "solver.budget: expected a time over 0 s, got 0"],
    [{ type: "auto", budget: NaN }, "solver.budget: expected a time over 0 s, got NaN"],
    [{ type: "implicit", tolerance: 1e-8, iterations: 2, linear: "direct" }, "good"],
    [{ type: "auto", budget: Infinity }, "good"],
  ] as const)("%o", ([solver, line]) => {
    expect(lineFor(solver)).toBe(line);
  });
});
