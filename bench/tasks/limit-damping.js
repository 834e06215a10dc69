import { generateGrid, MATERIALS, World } from "../../dist/index.js";
import { median } from "../peers/timing.js";

export const title =
  "euler with limited damping beside euler and multigrid, a hanging sheet in a breeze: ms per step of 1/60 s (interleaved, " +
  "medians) and substeps; substeps of each preset";

const SOLVERS = {
  euler: { type: "euler" },
  "limited damping": { type: "euler", limitDamping: true },
  multigrid: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
};
const COTTON = { ...MATERIALS.cotton, stiffness: 5000, density: 0.15, damping: 2, weave: 0 };
const CELLS = [8, 16, 24, 32];
const PRESET_CELLS = 12;
/** Steps before the measurement, and steps of it. */
const [WARM_UP, STEPS] = [20, 40];

function hang(cells, material, solver) {
  const mesh = generateGrid({ size: [1, 1], segments: [cells, cells] });
  const pins = [{ select: { group: "top" } }];
  return new World({ cloths: [{ mesh, material, pins }], wind: { velocity: [0, 0, 2] }, solver });
}

function compare(cells) {
  const runs = Object.entries(SOLVERS).map(([name, solver]) => ({
    name,
    world: hang(cells, COTTON, solver),
    times: [],
  }));
  for (let i = 0; i < WARM_UP + STEPS; i++) {
    for (const { world, times } of runs) {
      const began = performance.now();
      world.step();
      if (i >= WARM_UP) times.push(performance.now() - began);
    }
  }
  return Object.fromEntries(
    runs.flatMap(({ name, world, times }) => [
      [`${name}, ms`, median(times).toFixed(2)],
      [`${name}, substeps`, world.stats.substeps],
    ]),
  );
}

function presetRow(material) {
  const counts = ["euler", "limited damping"].map((name) => {
    const world = hang(PRESET_CELLS, material, SOLVERS[name]);
    world.step();
    return world.stats.substeps;
  });
  return {
    "euler, substeps": counts[0],
    "limited damping, substeps": counts[1],
    ratio: (counts[0] / counts[1]).toFixed(1),
  };
}

export function run() {
  const rows = {};
  for (const cells of CELLS) rows[`${(cells + 1) ** 2} particles`] = compare(cells);
  for (const [name, material] of Object.entries(MATERIALS)) rows[name] = presetRow(material);
  return rows;
}
