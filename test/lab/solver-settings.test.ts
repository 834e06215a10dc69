import { resolveSolver, SOLVERS, type SolverOptions } from "tatter";
import { describe, expect, test } from "vitest";
import { solverOf, solverSettingsOf } from "../../lab/src/panel/solver-settings.js";

/** Solvers of scenes that say all that there is to say. */
const FULL: Partial<SolverOptions>[] = [
  { type: "xpbd", step: 1 / 120, substeps: 12 },
  { type: "euler", step: 1 / 120, stretchLimit: 1.1 },
  {
    type: "implicit",
    step: 1 / 120,
    substeps: 6,
    tolerance: 0.01,
    iterations: 5,
    linear: "direct",
  },
  { type: "auto", step: 1 / 120, budget: 0.03 },
];

describe("what a scene says of its solver, in the lab", () => {
  test.each(FULL)("$type: all of it survives", (own) => {
    expect(solverOf(solverSettingsOf(own), own)).toEqual(own);
  });

  test.each(FULL)("$type: goes on as far as another solver allows it", (own) => {
    for (const type of SOLVERS) {
      const solver = solverOf({ ...solverSettingsOf(own), solver: type }, own);
      expect(resolveSolver(solver)).toMatchObject({ type, step: own.step }); // nothing is refused
    }
  });

  test("a scene that says nothing gets the defaults of each", () => {
    const solvers = SOLVERS.map((type) => solverOf({ ...solverSettingsOf(), solver: type }));
    for (const solver of solvers) {
      const { type, substeps } = resolveSolver(solver);
      expect(substeps).toBe(type === "xpbd" ? 20 : "auto");
    }
    expect(solvers[SOLVERS.indexOf("implicit")]).toEqual({
      type: "implicit",
      tolerance: 0.0005,
      linear: "auto",
    });
  });

  test("a number of substeps is left out where another solver than the scene's own is chosen", () => {
    const own = { type: "euler", substeps: 500 } as const;
    expect(solverOf({ ...solverSettingsOf(own), solver: "implicit" }, own).substeps).toBe(
      undefined,
    );
  });
});
