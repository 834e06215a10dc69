import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { round } from "../peers/timing.js";
import { root } from "../../scripts/setup.js";
import { circumstances } from "../circumstances.js";
import { BARS, CASES, SIZES } from "../true-forces/cases.js";
import { drawChart } from "../true-forces/chart.js";
import { forceError } from "../true-forces/force-error.js";
import { convergenceErrors, hangingErrors } from "../true-forces/hanging.js";
import { loadReference } from "../true-forces/references.js";
import { SOLVERS } from "../true-forces/solvers.js";
import { compareTimes } from "../true-forces/timing.js";

export const title =
  "a corner dragged taut, real stiffness: time relative to xpbd with 20 substeps of the reference kernels (interleaved, " +
  "median of nine rounds), rms force error on the 5 % most loaded edges against explicit double precision at tiny steps, " +
  "error of the stretch of a hanging sheet; writes bench/results/true-forces.json and docs/images/true-forces.svg";

const RESULTS = "bench/results/true-forces.json";
const CHART = "docs/images/true-forces.svg";

function progress(line) {
  process.stderr.write(`${line} …\n`);
}

function printTable(heading, rows) {
  console.log(`\n${heading}`);
  console.table(rows);
}

const percent = (fraction) => `${round(100 * fraction)} %`;

function measureTimes() {
  const times = [];
  for (const size of Object.keys(SIZES)) {
    progress(`time, ${size}`);
    times.push(...compareTimes(size));
  }
  printTable(
    "ms per frame of 1/60 s, cotton at 1 m/s",
    times.map(({ size, model, solver, milliseconds, ratio, bar }) => ({
      particles: size,
      model,
      solver,
      "ms per frame": milliseconds,
      "relative to the yardstick": ratio,
      bar,
    })),
  );
  return times;
}

/** A solver that fails in a case is a result too. */
function errorOf(one, { solver, options }) {
  try {
    const { error, untrusted } = forceError(one, solver, options);
    return { percent: round(100 * error), untrusted };
  } catch (failure) {
    return { failure: failure.message };
  }
}

function measureErrors() {
  const errors = [];
  const rows = {};
  for (const one of Object.values(CASES)) {
    if (loadReference(one) === null) {
      console.log(`${one.name}: no reference; node bench/true-forces/make-references.js makes it`);
      continue;
    }
    const compared = SOLVERS.filter(
      ({ compared: own }) => own.includes(one.size) || own.includes(one.name),
    );
    if (compared.length === 0) continue;
    progress(`forces, ${one.name}`);
    rows[one.name] = { bar: percent(BARS[one.speed]) };
    for (const row of compared) {
      const found = errorOf(one, row);
      errors.push({ case: one.name, solver: row.name, ...found });
      const note = found.untrusted > 0 ? `, ${found.untrusted} untrusted` : "";
      rows[one.name][row.name] = found.failure ? "failed" : `${found.percent} %${note}`;
    }
  }
  printTable("force error (frames that the solver does not trust count too)", rows);
  return errors;
}

function measureHanging() {
  const rows = { "converged, against theory": convergenceErrors() };
  for (const row of SOLVERS) {
    if (row.compared.length === 0) continue;
    progress(`hanging, ${row.name}`);
    rows[row.name] = hangingErrors(row);
  }
  const table = Object.entries(rows).map(([name, errors]) => [
    name,
    Object.fromEntries(Object.entries(errors).map(([key, error]) => [key, percent(error)])),
  ]);
  printTable("error of the stretch of a hanging sheet (bar: 1 %)", Object.fromEntries(table));
  return Object.fromEntries(table);
}

export function run() {
  const measured = circumstances();
  const times = measureTimes();
  const errors = measureErrors();
  const hanging = measureHanging();
  const results = { ...measured, times, errors, hanging };
  writeFileSync(join(root, RESULTS), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(root, CHART), drawChart(results));
  console.log(`${RESULTS}, ${CHART}`);
}
