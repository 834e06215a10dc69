import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup.js";
import { circumstances } from "../circumstances.js";
import { round } from "../peers/timing.js";
import { SUBSTEPS } from "../self-collision/sheets.js";
import { timeDrape, timeDrop } from "../self-collision/timing.js";

export const title =
  "contact of cloth with itself: a folded sheet falls on a floor, time that contact adds to a step relative to a step of " +
  "the reference kernels (interleaved, medians); a sheet over a sphere beside reported figures of other programs; " +
  "writes bench/results/self-collision.json";

const RESULTS = "bench/results/self-collision.json";
/** Particles per side, and how often the sheet is dropped. */
const LYING = { 32: 5, 64: 3, 100: 2, 128: 1, 256: 1 };
const STANDING = { 32: 2, 100: 1 };
const DRAPES = [33, 65, 97];
/** Bars at 10k particles: what contact adds, over a step of the reference. */
const BARS = { particles: 10000, fast: 1, exact: 4 };
/** As reported, on other machines. ARCSim: steps of 5 ms of a sheet that drapes over a sphere, ms by particles. */
const REPORTED = {
  ARCSim: { milliseconds: { 1089: 118, 4225: 490, 9409: 1340 } },
  "OGC, on a CPU": { microseconds: 0.85 },
};

function progress(line) {
  process.stderr.write(`${line} …\n`);
}

function printTable(heading, rows) {
  console.log(`\n${heading}`);
  console.table(rows);
}

function measureDrops() {
  const drops = [];
  timeDrop(32, "lying", 1); // a warm-up: until all code is compiled
  for (const [pose, sizes] of Object.entries({ lying: LYING, standing: STANDING })) {
    for (const [n, rounds] of Object.entries(sizes)) {
      progress(`folded sheet, ${pose}, ${n * n} particles`);
      drops.push(timeDrop(Number(n), pose, rounds));
    }
  }
  return drops;
}

function printDrops(drops) {
  const rows = drops.flatMap(({ pose, particles, phases }) =>
    phases.map(({ phase, milliseconds, ratios, microseconds }) => ({
      start: pose,
      particles,
      phase,
      "reference, ms": milliseconds.reference,
      "off, ms": milliseconds.off,
      "fast, ms": milliseconds.fast,
      "exact, ms": milliseconds.exact,
      "(fast − off) / reference": ratios.fast,
      "(exact − off) / reference": ratios.exact,
      "fast, µs per particle": microseconds.fast,
      "exact, µs per particle": microseconds.exact,
    })),
  );
  printTable(
    `a folded sheet falls: per step of 1/60 s with ${SUBSTEPS} substeps ` +
      `(bars at ${BARS.particles} particles: fast ${BARS.fast}, exact ${BARS.exact})`,
    rows,
  );
  printTable(
    "at the end of the drop",
    drops.flatMap(({ pose, particles, ends }) =>
      Object.entries(ends).map(([mode, { speed, contacts, crossings, forced }]) => ({
        start: pose,
        particles,
        mode,
        "rms speed, m/s": speed,
        contacts,
        crossings,
        forced,
      })),
    ),
  );
}

/** Exponent with which the time of a step grows with the particles, from the smallest sheet to the largest. */
function growthOf(drops) {
  const lying = drops.filter(({ pose }) => pose === "lying");
  const [first, last] = [lying[0], lying.at(-1)];
  return first.phases.map(({ phase, milliseconds }, i) => {
    const row = { phase, from: first.particles, to: last.particles };
    for (const [name, time] of Object.entries(milliseconds)) {
      const times = last.phases[i].milliseconds[name] / time;
      row[name] = round(Math.log(times) / Math.log(last.particles / first.particles));
    }
    return row;
  });
}

function measureDrapes() {
  return DRAPES.map((n) => {
    progress(`over a sphere, ${n * n} particles`);
    return timeDrape(n);
  });
}

function printDrapes(drapes) {
  const { milliseconds } = REPORTED.ARCSim;
  printTable(
    "a sheet over a sphere, exact, per step of 5 ms; other programs as reported, on other machines",
    drapes.map((row) => ({
      particles: row.particles,
      "median, ms": row.milliseconds,
      "mean, ms": row.mean,
      "contacts at most": row.contacts,
      "crossings at most": row.crossings,
      "µs per particle": row.microseconds,
      "ARCSim, µs per particle": round((1000 * milliseconds[row.particles]) / row.particles),
      "OGC on a CPU, µs per vertex": REPORTED["OGC, on a CPU"].microseconds,
    })),
  );
}

export function run() {
  const measured = circumstances();
  const drops = measureDrops();
  const growth = growthOf(drops);
  const drapes = measureDrapes();
  printDrops(drops);
  printTable("exponent of the growth of a step with the particles", growth);
  printDrapes(drapes);
  const results = { ...measured, bars: BARS, drops, growth, drapes, reported: REPORTED };
  writeFileSync(join(root, RESULTS), `${JSON.stringify(results, null, 1)}\n`);
  console.log(RESULTS);
}
