import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ITERATIONS } from "./compare.js";
import { gridSheet } from "./sheet.js";
import { openTatter } from "./tatter.js";
import { median, nanosecondsOf, round, timeOf } from "./timing.js";

const WARM_UP = { milliseconds: 500, steps: [1, 60] };
const TIMED = { milliseconds: 1500, steps: [3, 60] };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Bytes in use, after garbage collections. `external` contains array buffers and WebAssembly memory. */
async function bytesInUse() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await setTimeout(20); // buffers are freed in the background
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Times of single steps, ms: as many as the time allows, within bounds. */
function timesOf(peer, { milliseconds, steps: [min, max] }) {
  const times = [];
  let total = 0;
  while (times.length < min || (times.length < max && total < milliseconds)) {
    times.push(timeOf(peer, 1));
    total += times.at(-1);
  }
  return times;
}

/** Time and memory of Tatter for a sheet of n × n particles. The memory is that of the world, without the input mesh. */
export async function grow(n) {
  const sheet = gridSheet(n, "union-jack");
  const before = await bytesInUse();
  const began = performance.now();
  const peer = openTatter(sheet, { iterations: ITERATIONS });
  const building = performance.now() - began;
  timesOf(peer, WARM_UP);
  const milliseconds = median(timesOf(peer, TIMED));
  const bytes = (await bytesInUse()) - before;
  peer.close(); // the world must be in use until its memory is measured
  const { constraints } = sheet;
  return {
    n,
    particles: sheet.count,
    constraints,
    buildMilliseconds: round(building),
    milliseconds: round(milliseconds),
    nanoseconds: round(nanosecondsOf(milliseconds, constraints, ITERATIONS)),
    bytesPerParticle: Math.round(bytes / sheet.count),
  };
}
