import { cornerDrag } from "../drag.js";

export const title =
  "the implicit solver on the dragged corner (scenes/corner-drag.json near its start, 1/60 s a frame), by particles";

/** Frames that are measured; of 16 thousand particles one takes many seconds. */
const framesOf = (segments) => (segments > 64 ? 1 : 3);

function measure(segments, linear) {
  process.stderr.write(`${segments}², ${linear} …\n`);
  const world = cornerDrag(segments, "springs", { type: "implicit", linear });
  for (let i = 0; i < (segments > 32 ? 1 : 15); i++) world.step(); // until all of it is compiled
  const frames = framesOf(segments);
  const before = world.stats.totalIterations;
  let linearIterations = 0;
  const began = performance.now();
  for (let i = 0; i < frames; i++) {
    world.step();
    linearIterations += world.cloths[0].solver.figures.linearIterations;
  }
  const milliseconds = (performance.now() - began) / frames;
  const solves = (world.stats.totalIterations - before) / frames;
  return {
    particles: world.start.particles,
    "solved by": world.cloths[0].solver.figures.linear,
    "ms a frame": Math.round(milliseconds),
    "solves a frame": Number(solves.toFixed(1)),
    "ms a solve": Math.round(milliseconds / solves),
    "iterations a solve": Math.round(linearIterations / frames / solves),
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
    const growth = before && row["ms a solve"] / before["ms a solve"];
    row["times the solve before"] = growth === undefined ? "" : growth.toFixed(1);
    before = row;
  }
  return rows;
}
