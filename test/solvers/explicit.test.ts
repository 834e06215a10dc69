import { describe, expect, test } from "vitest";
import { MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type SolverOptions } from "../../src/sim/index.js";
import { StageTimes } from "../../src/solvers/explicit/explicit.js";
import { INTEGRATORS, type IntegratorName } from "../../src/solvers/explicit/integrators.js";

const SOFT: ClothMaterial = {
  density: 0.2,
  stiffness: 20,
  shear: 5,
  poisson: 0.2,
  bending: 1e-3,
  bendStiffness: 4,
  damping: 0,
};

/** A small free sheet, bent and with an initial velocity, so that every kind of element is active. */
function movingSheet(
  model: Model,
  solver: Partial<SolverOptions>,
  material: ClothMaterial = SOFT,
  segments = 4,
): World {
  const world = new World({
    gravity: [0, -1, 0],
    wind: { drag: 0 },
    solver,
    cloths: [
      {
        mesh: generateGrid({ size: [0.4, 0.4], segments: [segments, segments] }),
        material,
        model,
        imperfection: 0,
      },
    ],
  });
  const { positions, velocities, count } = world.cloths[0]!.particles;
  for (let p = 0; p < count; p++) {
    const [x, y] = [positions[3 * p]!, positions[3 * p + 1]!];
    positions[3 * p + 2]! += 0.3 * x * x - 0.5 * x * y;
    positions[3 * p]! *= 1.05;
    velocities[3 * p] = 0.3 * y;
    velocities[3 * p + 1] = 0.2 * x * y;
    velocities[3 * p + 2] = 0.6 * x - 2 * y * y;
  }
  return world;
}

/** Positions after `time` with some number of substeps. */
function positionsAfter(world: World, time: number, substeps: number): Float64Array {
  world.solver.step = time;
  world.solver.substeps = substeps;
  world.step();
  const { positions, count } = world.cloths[0]!.particles;
  return positions.slice(0, 3 * count);
}

function difference(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]!) ** 2, 0));
}

const TIME = 0.05;

describe.each(MODELS)("on the model %s", (model) => {
  const truth = positionsAfter(movingSheet(model, { type: "rk4" }), TIME, 800);

  test.each([
    ["euler", 1],
    ["midpoint", 2],
    ["rk4", 4],
    ["xpbd", 1],
    ["implicit", 1],
  ] as const)("%s converges to the same motion, with an error of order %i", (type, order) => {
    const counts = type === "rk4" ? [40, 80, 160] : [200, 400, 800];
    const errors = counts.map((substeps) =>
      difference(positionsAfter(movingSheet(model, { type }), TIME, substeps), truth),
    );
    const slopes = [0, 1].map((i) => Math.log2(errors[i]! / errors[i + 1]!));
    for (const slope of slopes) {
      expect(Math.abs(slope - order)).toBeLessThan(0.15);
    }
  });
});

test.each(Object.keys(INTEGRATORS) as IntegratorName[])(
  "grabs are at the right time at each stage of %s and at its end",
  (name) => {
    const times = new StageTimes();
    for (const duration of [0.5, 0.01]) {
      times.update(INTEGRATORS[name], duration);
      let gone = 0;
      for (let stage = 0; stage < INTEGRATORS[name].nodes.length; stage++) {
        gone += times.intervals[stage]!;
        expect(gone).toBeCloseTo(times.offsets[stage]!, 15);
      }
      gone += times.intervals[INTEGRATORS[name].nodes.length]!;
      expect(gone).toBeCloseTo(duration, 15);
    }
  },
);
