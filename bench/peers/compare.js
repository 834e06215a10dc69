import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { median, nanosecondsOf, round, tidy } from "./timing.js";

export const ITERATIONS = 5;
export const BASELINE = "jolt-physics, SIMD";

/** One row per engine and mesh. jolt is faster on a grid whose diagonals all have one direction, so both are here. */
const ROWS = [
  ["jolt-physics, default", "union-jack"],
  [BASELINE, "union-jack"],
  ["ammojs-typed, WebAssembly", "union-jack"],
  ["tatter, reference kernels", "union-jack"],
  ["tatter", "union-jack"],
  ["tatter", "irregular"],
  [BASELINE, "one-way"],
  ["tatter", "one-way"],
];
const ROUNDS = 9;
/** Steps of one engine in a round, by particles per side: about 20 ms or more. */
const STEPS = { 32: 60, 64: 30, 128: 15, 256: 6 };
const SETTLING = { steps: 120, rate: 5 }; // 2 s, damping per second

/**
 * Times all engines on sheets of n × n particles. Each round runs all of them in turn, so that a short slowdown of the
 * machine affects all of them equally. Each has a thread of its own, of which one works at a time: in a shared one, the
 * growing memory of ammo makes all typed arrays slower.
 */
export async function compare(n) {
  const entries = [];
  for (const [engine, mesh] of ROWS) entries.push(await start(engine, mesh, n));
  for (let i = 0; i < ROUNDS; i++) {
    for (const { worker, times, hangs } of entries) {
      worker.postMessage(STEPS[n], []);
      const [{ milliseconds, hang }] = await once(worker, "message");
      times.push(milliseconds);
      hangs.push(hang);
    }
  }
  for (const { worker } of entries) await worker.terminate();
  return rowsOf(n, entries);
}

async function start(engine, mesh, n) {
  const worker = new Worker(new URL("worker.js", import.meta.url), {
    workerData: { engine, mesh, n, iterations: ITERATIONS, settling: SETTLING },
  });
  const [{ particles, constraints }] = await once(worker, "message");
  return { engine, mesh, particles, constraints, worker, times: [], hangs: [] };
}

/** Nanoseconds per constraint and iteration. */
function costOf({ times, constraints }) {
  return nanosecondsOf(median(times), constraints, ITERATIONS);
}

function rowsOf(n, entries) {
  const baselines = entries.filter(({ engine }) => engine === BASELINE);
  return entries.map((entry) => {
    const { engine, mesh, particles, constraints, times, hangs } = entry;
    const hang = hangs.reduce((sum, value) => sum + value, 0) / ROUNDS;
    // jolt on the same grid; for the irregular mesh, on the first one
    const baseline = baselines.find((other) => other.mesh === mesh) ?? baselines[0];
    return {
      n,
      engine,
      mesh,
      particles,
      constraints,
      milliseconds: round(median(times)),
      nanoseconds: round(costOf(entry)),
      hangPercent: Number.isFinite(hang) ? tidy(hang, 2) : null,
      timesAsFast: round(costOf(baseline) / costOf(entry)),
    };
  });
}
