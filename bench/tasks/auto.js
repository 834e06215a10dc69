import { generateGrid, MATERIALS, World } from "../../dist/index.js";
import { median } from "../peers/timing.js";

export const title =
  "cost figures of the solver auto, µs per particle, a sheet in a breeze that a grab drags at 1 m/s (interleaved, " +
  "medians): a substep of xpbd and euler, a step of multigrid; and without multigrid, a step of implicit";

const MODELS = ["springs", "angles", "baraff-witkin", "membrane"];
const SOLVERS = {
  "xpbd substep": { type: "xpbd", substeps: 20 },
  "euler substep": { type: "euler" },
  multigrid: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
  implicit: { type: "implicit" },
};
/** Cells per side. */
const SIZES = [16, 32, 64];
/** Larger sheets are measured without the slow solvers. */
const MAX_SLOW_CELLS = 16;
/** Steps before the measurement, and steps of it. */
const [WARM_UP, STEPS] = [10, 30];

function hang(cells, model, material, solver) {
  const mesh = generateGrid({ size: [1, 1], segments: [cells, cells] });
  const pins = [{ select: { group: "top" } }];
  const wind = { velocity: [0, 0, 2] };
  const world = new World({ cloths: [{ mesh, model, material, pins }], wind, solver });
  const grab = world.grab({ point: [0.4, -0.4, 0], maxForce: 400 });
  return { world, grab };
}

function costs(cells, model, material, names) {
  const runs = names.map((name) => ({
    name,
    ...hang(cells, model, material, SOLVERS[name]),
    times: [],
  }));
  for (let i = 1; i <= WARM_UP + STEPS; i++) {
    for (const { name, world, grab, times } of runs) {
      grab.moveTo([0.4, -0.4, i / 60]);
      const began = performance.now();
      world.step();
      const perStep = (1000 * (performance.now() - began)) / world.cloths[0].particles.count;
      if (i > WARM_UP)
        times.push(name.endsWith("substep") ? perStep / world.stats.substeps : perStep);
    }
  }
  return Object.fromEntries(
    runs.map(({ name, times }) => [name, Number(median(times).toPrecision(2))]),
  );
}

export function run() {
  const rows = {};
  for (const model of MODELS) {
    for (const cells of SIZES) {
      const fast = ["xpbd substep", "multigrid"];
      const names = cells <= MAX_SLOW_CELLS ? Object.keys(SOLVERS) : fast;
      rows[`${model}, ${cells}², cotton`] = costs(cells, model, MATERIALS.cotton, names);
      // Paper needs thousands of explicit substeps.
      rows[`${model}, ${cells}², paper`] = costs(cells, model, MATERIALS.paper, ["multigrid"]);
    }
  }
  return rows;
}
