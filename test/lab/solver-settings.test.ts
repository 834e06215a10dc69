import { resolveSolver, SOLVERS, type SolverOptions } from "tatter";
import { describe, expect, test } from "vitest";
import { solverOf, solverSettingsOf } from "../../lab/src/panel/solver-settings.js";

/** Solvers with all their options. */
const FULL: Partial<SolverOptions>[] = [
  { type: "xpbd", step: 1 / 120, substeps: 12 },
  { type: "euler", step: 1 / 120, stretchLimit: 1.1, limitDamping: true },
  { type: "rk4", step: 1 / 120, stretchLimit: 1.1 },
  {
    type: "implicit",
    step: 1 / 120,
    substeps: 6,
    tolerance: 0.01,
    iterations: 5,
    integrator: "bdf2",
    linear: "direct",
  },
  { type: "implicit", step: 1 / 120, integrator: "bdf2", linear: "multigrid" },
  {
    type: "implicit",
    step: 1 / 120,
    tolerance: 0.0005,
    integrator: "bdf2",
    linear: "multigrid",
  },
  { type: "auto", step: 1 / 120, budget: 0.03 },
];

describe("solver settings of a scene in the lab", () => {
  test.each(FULL)("$type: all options are kept", (own) => {
    expect(solverOf(solverSettingsOf(own), own)).toEqual(own);
  });

  test.each(FULL)("$type: another solver gets the options that it supports", (own) => {
    for (const type of SOLVERS) {
      const solver = solverOf({ ...solverSettingsOf(own), solver: type }, own);
      expect(resolveSolver(solver)).toMatchObject({ type, step: own.step }); // nothing is refused
    }
  });

  test("a scene without options gets the defaults of each solver", () => {
    const solvers = SOLVERS.map((type) => solverOf({ ...solverSettingsOf(), solver: type }));
    for (const solver of solvers) {
      const { type, substeps } = resolveSolver(solver);
      expect(substeps).toBe(type === "xpbd" ? 20 : "auto");
    }
    expect(solvers[SOLVERS.indexOf("implicit")]).toEqual({
      type: "implicit",
      integrator: "backward-euler",
      linear: "auto",
    });
  });

  test("a number of substeps is dropped if another solver is chosen", () => {
    const own = { type: "euler", substeps: 500 } as const;
    expect(solverOf({ ...solverSettingsOf(own), solver: "implicit" }, own).substeps).toBe(
      undefined,
    );
  });
});
