import { generateGrid, MODELS, World } from "../../dist/index.js";
import { median } from "../peers/timing.js";

export const title =
  "the kernels in WebAssembly beside the reference, on a cotton sheet pinned along its top row: ms per step of 20 substeps; " +
  "what air and measuring add; a step with 50 tears beside a quiet one. All interleaved, median of nine rounds";

const ROUNDS = 9;
/** Steps until the engine has compiled all code. */
const WARM_UP = 40;

function sheet(segments, { model = "springs", kernels, drag = 0.5, tearing } = {}) {
  const mesh = generateGrid({ size: [1, 1], segments: [segments, segments] });
  const pins = [{ select: { group: "top" } }];
  return new World({
    cloths: [{ mesh, model, pins, ...(tearing && { tearing }) }],
    wind: { velocity: [0, 0, 1], drag },
    kernels,
  });
}

/** Median ms per step of several worlds that take turns. */
function timesOf(worlds, steps, prepare = () => {}) {
  const times = worlds.map(() => []);
  for (const world of worlds) for (let i = 0; i < WARM_UP; i++) world.step();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, world] of worlds.entries()) {
      let sum = 0;
      for (let n = 0; n < steps; n++) {
        prepare(world, i);
        const start = performance.now();
        world.step();
        sum += performance.now() - start;
      }
      times[i].push(sum / steps);
    }
  }
  return times.map(median);
}

const rounded = (number) => Number(number.toPrecision(3));

function compareModels() {
  return MODELS.map((model) => {
    const [reference, wasm] = timesOf(
      ["reference", "wasm"].map((kernels) => sheet(31, { model, kernels })),
      4,
    );
    return {
      what: `${model}, 1024 particles, with air`,
      "before, ms": rounded(reference),
      "after, ms": rounded(wasm),
      ratio: rounded(reference / wasm),
      meaning: "reference over wasm",
    };
  });
}

function compareAir(segments) {
  const tearing = { limit: 3 };
  const [plain, full] = timesOf([sheet(segments, { drag: 0 }), sheet(segments, { tearing })], 4);
  return {
    what: `${(segments + 1) ** 2} particles, with air and measuring`,
    "before, ms": rounded(plain),
    "after, ms": rounded(full),
    ratio: rounded(full / plain),
    meaning: "with over without",
  };
}

/** Makes the next step tear 50 edges, spread over the sheet. */
function weaken({ cloths: [cloth] }, round) {
  const { mesh, strengths } = cloth;
  const chosen = [];
  for (let n = 0; n < 50; n++) {
    chosen.push((7919 * (n + 1) * (round + 1)) % Math.floor(0.9 * mesh.vertexCount));
  }
  for (const vertex of chosen) {
    const point = [0, 1, 2].map((k) => cloth.positions[3 * vertex + k]);
    strengths.paint({ point, radius: 0.004, strength: 1e-6 });
  }
}

function compareTears() {
  const segments = 127;
  const tearing = { limit: 1.5, maxTearsPerStep: 50 };
  const worlds = [sheet(segments, { tearing }), sheet(segments, { tearing })];
  const tears = [];
  const [quiet, torn] = timesOf(worlds, 1, (world, i) => {
    if (i === 0) return;
    tears.push(world.stats.lastTears);
    weaken(world, tears.length);
  });
  return {
    what: `16384 particles, ${median(tears.slice(1))} tears in each step`,
    "before, ms": rounded(quiet),
    "after, ms": rounded(torn),
    ratio: rounded(torn / quiet),
    meaning: "torn over quiet",
  };
}

export function run() {
  return [...compareModels(), compareAir(63), compareAir(127), compareTears()];
}
