import { expect, test } from "vitest";
import { MODELS, type Model } from "../../src/cloth/index.js";
import type { SolverOptions, World } from "../../src/sim/index.js";
import { SOLVERS, SpectrumTracker, stableStep } from "../../src/solvers/index.js";
import { combinations, sample } from "../runs.js";
import { inDoublePrecision } from "../worlds.js";
import { distanceBetween, freeSheet, momentumOf, momentumScale, shake } from "./sheets.js";

/** Double precision: the reference kernels. Single precision: the default of `xpbd` and `euler`. */
const PRECISIONS = { double: inDoublePrecision, single: (world: World): World => world };
type Precision = keyof typeof PRECISIONS;

/** A free sheet in violent motion, with damping. */
function violentSheet(model: Model, type: SolverOptions["type"], precision: Precision): World {
  const sheet = freeSheet(model, { type, substeps: type === "xpbd" ? 20 : "auto" });
  const world = PRECISIONS[precision](sheet);
  shake(world, 1, 0.02, 2);
  return world;
}

/** The change of both momenta in `steps` of `dt`, relative to the sum of magnitudes. */
function drift(world: World, steps: number, dt: number): { linear: number; angular: number } {
  const cloth = world.cloths[0]!;
  const before = momentumOf(cloth);
  const scale = momentumScale(cloth);
  for (let i = 0; i < steps; i++) world.step(dt);
  const after = momentumOf(cloth);
  return {
    linear: distanceBetween(before.linear, after.linear) / scale.linear,
    angular: distanceBetween(before.angular, after.angular) / scale.angular,
  };
}

// Gradients of a condition sum to zero over its particles, so every force has its counterforce. Rounding: each substep
// leaves about 1e-16 of each velocity, XPBD about 1e-16 x / (v dt), which is 1e-13 here. In single precision it is 6e-8
// of each velocity; XPBD leaves 6e-8 x / (v dt) for the displacement x in a step of 20 substeps, which is 1e-6.
test.each(combinations({ type: SOLVERS, model: MODELS }))(
  "in the model $model $type conserves linear momentum to rounding",
  ({ model, type }) => {
    const { linear } = drift(violentSheet(model, type, "double"), 20, 1 / 60);
    expect(linear).toBeLessThan(type === "xpbd" ? 1e-12 : 1e-13);
    const single = drift(violentSheet(model, type, "single"), 20, 1 / 60).linear;
    expect(single).toBeLessThan(type === "xpbd" || type === "auto" ? 1e-5 : 5e-7);
  },
);

// A condition is invariant under rotation of its element, so Σ x × ∇C = 0 for each element, damped or not. Symplectic
// Euler moves with the new velocities, x₊ = x + dt v₊, so x₊ × v₊ = x × v₊ (v₊ × v₊ = 0), and Σ m x₊ × v₊ = Σ m x × v +
// dt Σ x × F = Σ m x × v, for any step.
test.each(MODELS)(
  "in the model %s symplectic Euler conserves angular momentum to rounding",
  (model) => {
    expect(drift(violentSheet(model, "euler", "double"), 60, 1 / 60).angular).toBeLessThan(1e-13);
    expect(drift(violentSheet(model, "euler", "single"), 60, 1 / 60).angular).toBeLessThan(5e-7);
  },
);

// The stages of the others evaluate forces at other positions than those of the torque, so the error has their order:
// between 120 and 960 substeps, where the next order is negligible.
const ORDERS = { midpoint: 2, rk4: 4, xpbd: 1, implicit: 1 };
const ordered = Object.keys(ORDERS) as (keyof typeof ORDERS)[];

test.each(combinations({ model: MODELS, type: ordered }))(
  "in the model $model $type loses angular momentum at least with its order",
  ({ model, type }) => {
    const [coarse, fine] = [120, 960].map((substeps) => {
      const world = inDoublePrecision(freeSheet(model, { type, substeps }));
      shake(world, 1, 0.004, 0.5);
      return drift(world, 1, 0.04).angular;
    });
    expect(Math.log2(coarse! / fine!) / 3).toBeGreaterThan(ORDERS[type] - 0.1);
  },
);

test.each(sample(MODELS, ["angles", "membrane"]))(
  "in the model %s RK4 at a tenth of its stable step loses less than 1e-6 of the angular momentum per second",
  (model) => {
    const world = violentSheet(model, "rk4", "double");
    const step = stableStep("rk4", new SpectrumTracker(world.cloths[0]!).measure(0, []));
    world.solver.substeps = Math.ceil(10 / 60 / step);
    expect(drift(world, 60, 1 / 60).angular).toBeLessThan(1e-6);
  },
);
