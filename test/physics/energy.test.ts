import { expect, test } from "vitest";
import { MODELS, type Model } from "../../src/cloth/index.js";
import type { SolverOptions, World } from "../../src/sim/index.js";
import { combinations } from "../runs.js";
import {
  freeSheet,
  kineticEnergy,
  RICH,
  shake,
  slopesOf,
  storedEnergy,
  UNDAMPED,
  withoutGuard,
} from "./sheets.js";

/** A free oscillating sheet, stretched by a few percent. */
function swingingSheet(model: Model, type: SolverOptions["type"], material = UNDAMPED): World {
  const world = withoutGuard(
    freeSheet(model, { type, ...(type === "xpbd" && { substeps: 1 }) }, material),
  );
  shake(world, 5, 0.003, 0.3);
  return world;
}

/** The total energy after every step of `dt`, relative to the start. */
function energies(world: World, steps: number, dt: number, substeps = 1): number[] {
  const cloth = world.cloths[0]!;
  world.solver.step = dt;
  world.solver.substeps = substeps;
  const total = (): number => kineticEnergy(cloth) + storedEnergy(cloth);
  const start = total();
  return Array.from({ length: steps }, () => {
    world.step();
    return total() / start;
  });
}

const mean = (values: number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** s; the fastest oscillations have ω = 400/s to 440/s, so a second is more than 60 of their periods. */
const DT = 1 / 2000;

const LAWS: Record<string, (model: Model) => void> = {
  // Symplectic Euler conserves a nearby energy H + O(dt) for exponentially long times (Hairer, Lubich and Wanner,
  // IX.8): the true one oscillates around its initial value in a band proportional to the step, without drift.
  "symplectic Euler keeps the energy in a band that shrinks with the step, without drift"(model) {
    const bands = [1, 2, 4].map((substeps) => {
      const values = energies(swingingSheet(model, "euler"), 2000, DT, substeps);
      const tenth = values.length / 10;
      const band = Math.max(...values) - Math.min(...values);
      const drift = Math.abs(mean(values.slice(-tenth)) - mean(values.slice(0, tenth)));
      expect(drift).toBeLessThan(0.02 * band);
      return band;
    });
    for (const slope of slopesOf(bands)) expect(Math.abs(slope - 1)).toBeLessThan(0.03);
    expect(bands[0]).toBeLessThan(0.12);
  },

  // Each oscillation of frequency ω grows by 1 + ω² dt² in energy per step: exp(ω² dt t) in the time t.
  "forward Euler gains energy, the more the longer the step"(model) {
    const gains = [40, 80].map(
      (substeps) => energies(swingingSheet(model, "forward-euler"), 200, DT, substeps).at(-1)! - 1,
    );
    for (const gain of gains) expect(gain).toBeGreaterThan(0.05);
    expect(Math.abs(gains[0]! / gains[1]! - 2)).toBeLessThan(0.12);
  },

  // |1 + z + z²/2 + z³/6 + z⁴/24|² = 1 − (ω dt)⁶ / 72 + … for z = iω dt: a loss of order 5 in a given time.
  "RK4 loses energy, with order 5"(model) {
    const losses = [1, 2, 4].map(
      (substeps) => 1 - energies(swingingSheet(model, "rk4"), 500, DT, substeps).at(-1)!,
    );
    for (const slope of slopesOf(losses)) expect(Math.abs(slope - 5)).toBeLessThan(0.02);
    expect(losses[0]).toBeLessThan(4e-4);
  },

  "with damping it never rises, with any solver"(model) {
    for (const type of ["euler", "midpoint", "rk4", "forward-euler", "xpbd"] as const) {
      const values = energies(swingingSheet(model, type, RICH), 400, 1e-4, 5);
      let rise = 0;
      for (let i = 1; i < values.length; i++) rise = Math.max(rise, values[i]! - values[i - 1]!);
      expect(rise, type).toBe(0);
      expect(values.at(-1), type).toBeLessThan(0.15);
    }
  },
};

for (const { model, law } of combinations({ model: MODELS, law: Object.keys(LAWS) })) {
  test(`of a sheet of ${model} ${law}`, () => LAWS[law]!(model));
}
