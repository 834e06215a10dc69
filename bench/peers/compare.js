import { referenceKernels } from "../../dist/sim/index.js";
import { openAmmo } from "./ammo.js";
import { openJolt } from "./jolt.js";
import { gridSheet, hangOf, irregularSheet } from "./sheet.js";
import { openTatter } from "./tatter.js";
import { median, nanosecondsOf, round, settle, timeOf } from "./timing.js";

export const ITERATIONS = 5;
export const BASELINE = "jolt-physics, SIMD";

const ROUNDS = 9;
/** Steps of one engine in a round, by particles per side: a few milliseconds or more. */
const STEPS = { 32: 60, 64: 30, 128: 15, 256: 6 };
const SETTLING = { steps: 120, rate: 5 }; // 2 s, damping per second

/** One row per engine and mesh. jolt is faster on a grid whose diagonals all have one direction, so both are here. */
function enginesOf({ jolt, joltSimd }) {
  const options = { iterations: ITERATIONS };
  const reference = { ...options, kernels: referenceKernels };
  return [
    ["jolt-physics, default", "union-jack", (sheet) => openJolt(jolt, sheet, options)],
    [BASELINE, "union-jack", (sheet) => openJolt(joltSimd, sheet, options)],
    ["ammojs-typed, WebAssembly", "union-jack", (sheet) => openAmmo(sheet, options)],
    ["tatter, reference kernels", "union-jack", (sheet) => openTatter(sheet, reference)],
    ["tatter", "union-jack", (sheet) => openTatter(sheet, options)],
    ["tatter", "irregular", (sheet) => openTatter(sheet, options)],
    [BASELINE, "one-way", (sheet) => openJolt(joltSimd, sheet, options)],
    ["tatter", "one-way", (sheet) => openTatter(sheet, options)],
  ];
}

/**
 * Times all engines on sheets of n × n particles. Each round runs all of them in turn, so that a short slowdown of the
 * machine affects all of them equally.
 */
export async function compare(modules, n) {
  const sheets = {
    "union-jack": gridSheet(n, "union-jack"),
    "one-way": gridSheet(n, "one-way"),
    irregular: irregularSheet(n),
  };
  const entries = [];
  for (const [engine, mesh, open] of enginesOf(modules)) {
    const peer = await open(sheets[mesh]);
    settle(peer, SETTLING.steps, SETTLING.rate);
    entries.push({ engine, mesh, peer, times: [], hangs: [] });
  }
  for (let i = 0; i < ROUNDS; i++) {
    for (const { peer, times, hangs } of entries) {
      times.push(timeOf(peer, STEPS[n]));
      hangs.push(hangOf(peer));
    }
  }
  for (const { peer } of entries) peer.close();
  return rowsOf(n, entries);
}

function rowsOf(n, entries) {
  const rows = entries.map(({ engine, mesh, peer, times, hangs }) => {
    const { constraints, count: particles } = peer.sheet;
    const milliseconds = median(times);
    const hang = hangs.reduce((sum, value) => sum + value, 0) / ROUNDS;
    return {
      n,
      engine,
      mesh,
      particles,
      constraints,
      milliseconds: round(milliseconds),
      nanoseconds: round(nanosecondsOf(milliseconds, constraints, ITERATIONS)),
      hangPercent: Number.isFinite(hang) ? Number(hang.toFixed(2)) : null,
    };
  });
  const baseline = rows.find(({ engine, mesh }) => engine === BASELINE && mesh === "union-jack");
  return rows.map((row) => ({
    ...row,
    timesAsFast: round(baseline.nanoseconds / row.nanoseconds),
  }));
}
