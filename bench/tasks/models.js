import { MATERIALS, MODELS, World, generateGrid } from "tatter";

export const title =
  "a hanging cotton sheet of 32 × 32 cells: every model with xpbd (20 substeps), and substeps of explicit solvers";

const SEGMENTS = 32;

function hanging(model, solver) {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [SEGMENTS, SEGMENTS] }),
        pins: [{ select: { group: "top" } }],
        material: MATERIALS.cotton,
        model,
      },
    ],
    solver,
  });
}

/** Mean time per step, ms, after a few warm-up steps. */
function msPerStep(world, dt, steps) {
  for (let i = 0; i < 3; i++) world.step(dt);
  const began = performance.now();
  for (let i = 0; i < steps; i++) world.step(dt);
  return (performance.now() - began) / steps;
}

function measure(model) {
  const row = {};
  const xpbd = hanging(model, { type: "xpbd" });
  const conditions = xpbd.cloths[0].elements.reduce(
    (sum, { count, conditionCount }) => sum + count * conditionCount,
    0,
  );
  const milliseconds = msPerStep(xpbd, 1 / 60, 40);
  row["xpbd, ms per step"] = milliseconds.toFixed(2);
  row["ns per condition and substep"] = ((1e6 * milliseconds) / (20 * conditions)).toFixed(0);
  for (const type of ["euler", "rk4"]) {
    const world = hanging(model, { type });
    const dt = 1 / 600; // a tenth of a step is enough to measure
    const took = msPerStep(world, dt, 3);
    const substeps = world.stats.substeps;
    row[`${type}, substeps in 1/60 s`] = 10 * substeps;
    row[`${type}, ms per substep`] = (took / substeps).toFixed(3);
  }
  return row;
}

export function run() {
  return Object.fromEntries(MODELS.map((model) => [model, measure(model)]));
}
