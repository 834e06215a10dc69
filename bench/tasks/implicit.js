import { cornerDrag } from "../drag.js";

export const title =
  "the implicit solver on the dragged corner (scenes/corner-drag.json near its start, 1/60 s per frame), by number of particles";

/** Measured frames. With 16 thousand particles one frame takes many seconds. */
const framesOf = (segments) => (segments > 64 ? 1 : 3);

function measure(segments, linear) {
  process.stderr.write(`${segments}², ${linear} …\n`);
  const world = cornerDrag(segments, "springs", { type: "implicit", linear });
  for (let i = 0; i < (segments > 32 ? 1 : 15); i++) world.step(); // warm-up: until all code is compiled
  const frames = framesOf(segments);
  const before = world.stats.totalIterations;
  let linearIterations = 0;
  const began = performance.now();
  for (let i = 0; i < frames; i++) {
    world.step();
    linearIterations += world.cloths[0].solver.solveStats.linearIterations;
  }
  const milliseconds = (performance.now() - began) / frames;
  const solves = (world.stats.totalIterations - before) / frames;
  return {
    particles: world.start.particles,
    "linear solver": world.cloths[0].solver.solveStats.linear,
    "ms per frame": Math.round(milliseconds),
    "solves per frame": Number(solves.toFixed(1)),
    "ms per solve": Math.round(milliseconds / solves),
    "iterations per solve": Math.round(linearIterations / frames / solves),
  };
}

export function run() {
  const rows = {};
  let before;
  for (const [segments, linear] of [
    [32, "auto"],
    [64, "auto"],
    [64, "conjugate-gradients"],
    [128, "auto"],
  ]) {
    const row = measure(segments, linear);
    rows[`${segments}², ${linear}`] = row;
    process.stderr.write(`${JSON.stringify(row)}\n`);
    if (linear !== "auto") continue;
    const growth = before && row["ms per solve"] / before["ms per solve"];
    row["relative to the row above"] = growth === undefined ? "" : growth.toFixed(1);
    before = row;
  }
  return rows;
}
