// npm run fuzz: gives changed inputs of every kind to the program. See --help.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HELP, readArguments } from "./fuzz/arguments.js";
import { bundle } from "./fuzz/bundle.js";
import { tryInputs } from "./fuzz/runner.js";
import { setUp } from "./setup.js";

/** Inputs that a process is given at once, so that several processes share a kind. */
const PORTION = 1000;
const SECONDS_BETWEEN_LINES = 10;

setUp();
const { worker, kinds: allKinds, inputOf } = await bundle();
let options;
try {
  options = readArguments(allKinds);
} catch (error) {
  console.error(`fuzz: ${error.message}; see npm run fuzz -- --help`);
  process.exit(2);
}
if (options.help) console.log(HELP.replace("KINDS", allKinds.join(", ")));
else process.exitCode = await run(options);

async function run({ kinds, count, seed, jobs, out, only }) {
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, { accepted: 0, refused: 0, failed: 0 }]),
  );
  const tasks =
    only === null ? portions(kinds, count) : [{ kind: kinds[0], from: only, to: only + 1 }];
  const total = tasks.reduce((sum, { from, to }) => sum + to - from, 0);
  let done = 0;
  const progress = (kind) => {
    const failed = kinds.reduce((sum, name) => sum + counts[name].failed, 0);
    console.log(`${done} of ${total} (${kind}), ${failed} failed`);
  };
  let said = Date.now();
  const work = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { kind } = task;
      await tryInputs(worker, { ...task, seed }, (index, outcome) => {
        counts[kind][outcome.verdict]++;
        done++;
        if (outcome.verdict === "failed")
          keep(out, { kind, seed, index, input: inputOf(kind, seed, index), ...outcome });
        if (only !== null) console.log(outcome);
        if (Date.now() - said < 1000 * SECONDS_BETWEEN_LINES) return;
        said = Date.now();
        progress(kind);
      });
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return summary(counts, seed, out);
}

/** As many of each kind, in portions that follow each other from kind to kind. */
function portions(kinds, count) {
  const each = Math.ceil(count / kinds.length);
  const tasks = [];
  for (let from = 0; from < each; from += PORTION) {
    for (const kind of kinds) tasks.push({ kind, from, to: Math.min(each, from + PORTION) });
  }
  return tasks;
}

/** Writes down an input that failed, and how it is tried again. */
function keep(out, { kind, seed, index, input, message }) {
  const name = `${kind}-${seed}-${index}`;
  const again = `npm run fuzz -- --kind ${kind} --seed ${seed} --only ${index}`;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.input`), input);
  writeFileSync(join(out, `${name}.txt`), `${message}\n${again}\n`);
  console.log(`failed: ${name}: ${message.slice(0, 300)}`);
}

function summary(counts, seed, out) {
  const rows = Object.entries(counts).map(([kind, of]) => [
    kind,
    of.accepted,
    of.refused,
    of.failed,
  ]);
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const table = [
    ["kind", "accepted", "refused", "failed"],
    ...rows,
    ["all", sum(1), sum(2), sum(3)],
  ];
  console.log(`\nseed ${seed}`);
  for (const [kind, ...numbers] of table) {
    console.log(kind.padEnd(12) + numbers.map((number) => String(number).padStart(10)).join(""));
  }
  if (sum(3) > 0) console.log(`\nWhat failed lies in ${out}.`);
  return sum(3) === 0 ? 0 : 1;
}
