import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/setup.js";
import { circumstances } from "../circumstances.js";
import { measureBundle } from "../peers/bundle.js";
import { drawChart } from "../peers/chart.js";
import { compare, BASELINE, ITERATIONS } from "../peers/compare.js";
import { grow } from "../peers/growth.js";
import { loadJoltSimd } from "../peers/jolt.js";
import { equalQuality, MAX_HANG, MAX_ITERATIONS } from "../peers/quality.js";

export const title =
  "a hanging sheet of 2 m in Tatter, jolt-physics and ammojs-typed, and how time and memory of Tatter grow; " +
  "writes bench/results/peers.json and docs/images/peers.svg";

const SIZES = [32, 64, 128, 256]; // particles per side
const GROWTH = [32, 64, 128, 256, 512, 1024];

function progress(line) {
  process.stderr.write(`${line} …\n`);
}

function printTable(heading, rows) {
  console.log(`\n${heading}`);
  console.table(rows);
}

function printComparison(rows) {
  printTable(
    `${ITERATIONS} iterations or substeps per step of 1/60 s, one thread`,
    rows.map((row) => ({
      N: row.n,
      engine: row.engine,
      mesh: row.mesh,
      "ms per step": row.milliseconds,
      "ns per constraint and iteration": row.nanoseconds,
      "hang, %": row.hangPercent ?? "diverged",
      [`speed (${BASELINE} = 1)`]: row.timesAsFast,
    })),
  );
}

function printQuality(rows) {
  printTable(
    `the fewest iterations or substeps for a hang of at most ${MAX_HANG} %`,
    rows.map((row) => ({
      N: row.n,
      engine: row.engine,
      iterations: row.iterations ?? `over ${MAX_ITERATIONS}`,
      "hang, %": row.hangPercent,
      "ms per step": row.milliseconds,
    })),
  );
}

function printGrowth(rows) {
  printTable(
    `Tatter alone, regular mesh, ${ITERATIONS} substeps`,
    rows.map((row) => ({
      particles: row.particles,
      "ms per step": row.milliseconds,
      "ns per constraint and substep": row.nanoseconds,
      "bytes per particle": row.bytesPerParticle,
      "ms to build": row.buildMilliseconds,
    })),
  );
}

function write(path, text) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(path);
}

export async function run() {
  const measured = circumstances();
  progress("bundle");
  const bundle = await measureBundle();
  // Before the other engines, whose memory would be freed in between.
  const growth = [];
  await grow(GROWTH[0]); // a warm-up: compiled code also takes memory
  for (const n of GROWTH) {
    progress(`growth, ${n * n} particles`);
    growth.push(await grow(n));
  }
  const comparison = [];
  for (const n of SIZES) {
    progress(`all engines, N = ${n}`);
    comparison.push(...(await compare(n)));
  }
  const jolt = await loadJoltSimd();
  const quality = [];
  for (const n of SIZES) {
    progress(`equal quality, N = ${n}`);
    quality.push(...equalQuality(jolt, n));
  }
  printComparison(comparison);
  printQuality(quality);
  printGrowth(growth);
  printTable('bundle of import { World } from "tatter", minified', [bundle]);
  if (bundle.gzipKilobytes > bundle.maxGzipKilobytes) console.log("The bundle is over its bound.");
  const results = { ...measured, comparison, quality, growth, bundle };
  write("bench/results/peers.json", `${JSON.stringify(results, null, 1)}\n`);
  write("docs/images/peers.svg", drawChart(results));
}
