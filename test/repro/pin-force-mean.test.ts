import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverOptions } from "../../src/sim/index.js";
import type { TearingOptions } from "../../src/tearing/index.js";

/** A sheet that falls into its pinned row: the force has a peak long before the end of the step. */
function caught(type: SolverOptions["type"], resolve: TearingOptions["resolve"]) {
  const world = new World({
    wind: { drag: 0 },
    solver: { type, step: 1 / 20, substeps: 60 },
    kernels: "reference", // in double precision: three resolutions round differently
    cloths: [
      {
        mesh: generateGrid({ size: [0.4, 0.4], segments: [4, 4] }),
        material: { density: 0.2, stiffness: 200, shear: 40, bendStiffness: 0, damping: 0.2 },
        pins: [{ select: { group: "top" } }],
        tearing: { resolve, limit: 100, criterion: "stretch" },
      },
    ],
  });
  const { velocities, count } = world.cloths[0]!.particles;
  for (let p = 0; p < count; p++) velocities[3 * p + 1] = -2;
  return world;
}

// With `substep` and `exact` the force of a pin was that of the last substep of a step, or of a part of it.
test.each(["xpbd", "implicit", "euler"] as const)(
  "the force of a pin is the mean of the whole step, for any tear resolution: %s",
  (type) => {
    const [step, ...others] = (["step", "substep", "exact"] as const).map((resolve) => {
      const world = caught(type, resolve);
      return Array.from({ length: 8 }, () => {
        world.step();
        return world.cloths[0]!.pins[0]!.force;
      });
    });
    for (const other of others) {
      for (const [i, force] of other.entries()) {
        for (const k of [0, 1, 2] as const) expect(force[k]).toBeCloseTo(step![i]![k], 6);
      }
    }
    expect(Math.min(...step!.map((force) => force[1]))).toBeLessThan(-0.8);
  },
);
