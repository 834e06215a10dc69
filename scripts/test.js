// npm test: runs the setup and every check. The last line is "N passed, N failed[, N skipped]".
// npm test -- --fast: the checks that take less than 90 s: no browser, no package, no long runs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium, CHROMIUM_HINT } from "./chromium.js";
import { root, runTool, setUp, SetupError, toolCommand } from "./setup.js";

const HELP = `npm test                   all checks and tests; the last line is "N passed, N failed[, N skipped]"
npm test -- --fast         quick checks during work: no browser, no package, no long runs
npm test -- test/mesh      tests of some folders or files; other options go to Vitest (-t NAME, --project node)
CHROME_PATH=none npm test  without the browser tests`;

const isFast = process.argv.includes("--fast");
const vitestArgs = process.argv.slice(2).filter((arg) => arg !== "--fast");
const ATTW = ["--profile", "esm-only", "--quiet"];
const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs a tool and prints its output at the end, because several tools run in parallel. */
async function check(name, packageName, ...args) {
  const command = packageName.endsWith(".js")
    ? [process.execPath, [join(root, packageName), ...args]]
    : toolCommand(packageName, args);
  const child = spawn(...command, { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const status = await new Promise((resolve) => child.on("close", resolve));
  console.log(`\n— ${name}\n${output.trim()}`);
  if (status === 0) total.passed++;
  else {
    total.failed++;
    console.log(`FAILED: ${name}`);
  }
}

const checkSources = () =>
  runTwoAtATime([
    () => check("lint", "oxlint", "--type-aware", "--deny-warnings"),
    () => check("types of everything", "typescript", "-p", "tsconfig.json"),
    () =>
      check("types of the core, without DOM and Node", "typescript", "-p", "tsconfig.core.json"),
    () => check("format", "oxfmt", "--check"),
    ...(isFast ? [] : [() => check("unused files, exports and packages (knip)", "knip")]),
  ]);

const checkPackage = (tarball) =>
  runTwoAtATime([
    () => check("publint", "publint", "run", tarball, "--strict"),
    () => check("types of the package (attw)", "@arethetypeswrong/cli", tarball, ...ATTW),
    () => check("API report", "scripts/api.js", "--check"),
  ]);

/** Runs checks in order, two in parallel. */
async function runTwoAtATime(checks) {
  const waiting = [...checks];
  const work = async () => {
    while (waiting.length > 0) await waiting.shift()();
  };
  await Promise.all([work(), work()]);
}

/** Path of the tarball that npm would publish; null if packing fails. */
function packPackage(folder) {
  const npm = process.env.npm_execpath;
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const { status, stdout } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...pack], { cwd: root, encoding: "utf8" })
    : spawnSync("npm", pack, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  if (status === 0) return join(folder, stdout.trim().split("\n").at(-1));
  total.failed++;
  console.log("FAILED: npm pack");
  return null;
}

function runVitest(folder, chromium, tarball) {
  console.log("\n— tests");
  const path = join(folder, "results.json");
  const projects = isFast ? ["--project", "node"] : [];
  const { status } = runTool("vitest", ["run", ...projects, ...vitestArgs], {
    env: {
      ...process.env,
      TATTER_TEST_RESULTS: path,
      TATTER_CHROMIUM: chromium ?? "",
      TATTER_TARBALL: tarball ?? "",
      ...(isFast ? { TATTER_EFFORT: "fast" } : {}),
    },
  });
  const results = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  const counts = results?.counts ?? { passed: 0, failed: 0, skipped: 0 };
  for (const outcome of Object.keys(total)) total[outcome] += counts[outcome] ?? 0;
  const ranNone = counts.passed + counts.failed + counts.skipped === 0;
  if (ranNone || (status !== 0 && counts.failed === 0)) {
    total.failed++;
    console.log(ranNone ? "FAILED: no test ran" : "FAILED: vitest ended with an error");
  }
  return results;
}

async function runAll() {
  setUp();
  const chromium = isFast ? null : ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), "tatter-test-"));
  let results;
  try {
    await checkSources();
    const tarball = isFast ? null : packPackage(folder);
    if (tarball !== null) await checkPackage(tarball);
    results = runVitest(folder, chromium, tarball);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  reportSlowest(results?.slowest ?? []);
  if (isFast) console.log("\nThese were the fast checks. Run npm test before you submit a change.");
  else if (chromium === null) reportSkipped(results?.skipped ?? {});
}

function reportSlowest(slowest) {
  if (slowest.length > 0) console.log(`\n— the ${slowest.length} slowest tests`);
  for (const { seconds, file, project, name } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${project}  ${file}  ${name}`);
  }
}

function reportSkipped(skipped) {
  total.skipped++; // the whole browser project; page tests count themselves
  const line = "!".repeat(80);
  console.log(
    `\n${line}\nSKIPPED, no browser found: the library in a browser (test/**/*.browser.test.ts),`,
  );
  for (const [file, count] of Object.entries(skipped)) console.log(`  ${count} tests of ${file}`);
  console.log(`To run them, ${CHROMIUM_HINT}.\n${line}`);
}

if (process.argv.includes("--help")) {
  console.log(HELP);
  process.exit(0);
}
try {
  await runAll();
} catch (error) {
  total.failed++;
  console.error(error instanceof SetupError ? `npm test: ${error.message}` : error);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
