// npm run fuzz: tests the program with mutated inputs of every kind. See --help.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HELP, readArguments } from "./fuzz/arguments.js";
import { bundle } from "./fuzz/bundle.js";
import { tryInputs } from "./fuzz/runner.js";
import { setUp } from "./setup.js";

/** Inputs per task, so that several processes can share a kind. */
const CHUNK = 1000;
const PROGRESS_INTERVAL_S = 10;

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
    only === null ? chunksOf(kinds, count) : [{ kind: kinds[0], from: only, to: only + 1 }];
  const total = tasks.reduce((sum, { from, to }) => sum + to - from, 0);
  let done = 0;
  const progress = (kind) => {
    const failed = kinds.reduce((sum, name) => sum + counts[name].failed, 0);
    console.log(`${done} of ${total} (${kind}), ${failed} failed`);
  };
  let lastProgress = Date.now();
  const work = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { kind } = task;
      await tryInputs(worker, { ...task, seed }, (index, outcome) => {
        counts[kind][outcome.verdict]++;
        done++;
        if (outcome.verdict === "failed")
          saveFailure(out, { kind, seed, index, input: inputOf(kind, seed, index), ...outcome });
        if (only !== null) console.log(outcome);
        if (Date.now() - lastProgress < 1000 * PROGRESS_INTERVAL_S) return;
        lastProgress = Date.now();
        progress(kind);
      });
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return summary(counts, seed, out);
}

/** The same number of inputs of each kind, in chunks that alternate between kinds. */
function chunksOf(kinds, count) {
  const each = Math.ceil(count / kinds.length);
  const tasks = [];
  for (let from = 0; from < each; from += CHUNK) {
    for (const kind of kinds) tasks.push({ kind, from, to: Math.min(each, from + CHUNK) });
  }
  return tasks;
}

/** Saves an input that failed, with its message and the command that repeats it. */
function saveFailure(out, { kind, seed, index, input, message }) {
  const name = `${kind}-${seed}-${index}`;
  const command = `npm run fuzz -- --kind ${kind} --seed ${seed} --only ${index}`;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.input`), input);
  writeFileSync(join(out, `${name}.txt`), `${message}\n${command}\n`);
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
  if (sum(3) > 0) console.log(`\nFailed inputs are in ${out}.`);
  return sum(3) === 0 ? 0 : 1;
}
