import { MATERIALS, World, generateGrid } from "../../dist/index.js";

export const title =
  "a step of a hanging sheet of 1,089 particles that never reaches its yield, xpbd with 20 substeps: best of 60, and " +
  "the ratio to a sheet without yield";

const ROUNDS = 60;
const MODELS = ["springs", "angles", "membrane"];
const VARIANTS = {
  none: {},
  yield: { yield: 0.2 },
  "yield and bendYield": { yield: 0.2, bendYield: 10 },
  "yield by vertex": { yield: 0.2, plasticity: "vertex" },
};

function hangingSheet(model, change) {
  const mesh = generateGrid({ size: [1, 1], segments: [32, 32] });
  const material = { ...MATERIALS.cotton, ...change };
  return new World({ cloths: [{ mesh, model, material, pins: [{ select: { group: "top" } }] }] });
}

export function run() {
  const table = {};
  for (const model of MODELS) {
    const worlds = Object.entries(VARIANTS).map(([name, change]) => [
      name,
      hangingSheet(model, change),
    ]);
    const best = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, world] of worlds) {
        const began = performance.now();
        world.step();
        best[name] = Math.min(best[name] ?? Infinity, performance.now() - began);
      }
    }
    table[model] = Object.fromEntries(
      Object.entries(best).map(([name, time]) => [
        name,
        `${time.toFixed(2)} ms, × ${(time / best.none).toFixed(2)}`,
      ]),
    );
  }
  return table;
}
