import { Session } from "node:inspector/promises";
import { cornerDragAt } from "../drag.js";

export const title =
  "the implicit solver on the dragged corner (scenes/corner-drag.json, taut, 1/60 s a frame), by particles";

const FRAMES = 3;

/** Bytes that a run allocates, by samples of the heap of about each kilobyte. */
async function bytesOf(run) {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  run();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  const sum = ({ selfSize, children }) =>
    selfSize + children.reduce((total, child) => total + sum(child), 0);
  return sum(profile.head);
}

async function measure(segments, linear) {
  const world = cornerDragAt(2.4, segments, "springs", { type: "implicit", linear });
  world.step(); // to warm up
  const before = world.tally.totalIterations;
  let linearIterations = 0;
  const began = performance.now();
  for (let i = 0; i < FRAMES; i++) {
    world.step();
    linearIterations += world.cloths[0].implicit.figures.linearIterations;
  }
  const milliseconds = (performance.now() - began) / FRAMES;
  const solves = (world.tally.totalIterations - before) / FRAMES;
  const bytes = await bytesOf(() => world.step());
  return {
    particles: world.start.particles,
    "solved by": world.cloths[0].implicit.linear.name,
    "ms a frame": Math.round(milliseconds),
    "solves a frame": solves,
    "ms a solve": Math.round(milliseconds / solves),
    "iterations a solve": Math.round(linearIterations / FRAMES / solves),
    "bytes allocated a frame": bytes,
  };
}

export async function run() {
  const rows = {};
  let before;
  for (const [segments, linear] of [
    [32, "auto"],
    [64, "auto"],
    [64, "direct"],
    [128, "auto"],
  ]) {
    const row = await measure(segments, linear);
    rows[`${segments}², ${linear}`] = row;
    if (linear !== "auto") continue;
    const growth = before && row["ms a solve"] / before["ms a solve"];
    row["times the solve before"] = growth === undefined ? "" : growth.toFixed(1);
    before = row;
  }
  return rows;
}
