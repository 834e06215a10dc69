// npm test: sets everything up and runs every check. Its last line is "N passed, N failed[, N skipped]".
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium, HOW_TO_GET_ONE } from "./chromium.js";
import { root, runTool, setUp, SetupError } from "./setup.js";

const total = { passed: 0, failed: 0, skipped: 0 };

function check(name, packageName, ...args) {
  console.log(`\n— ${name}`);
  const { status } = runTool(packageName, args);
  if (status === 0) total.passed++;
  else {
    total.failed++;
    console.log(`FAILED: ${name}`);
  }
}

/** What npm would publish, looked at from the outside. */
function checkPackage(folder) {
  const npm = process.env.npm_execpath;
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const { status, stdout } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...pack], { cwd: root, encoding: "utf8" })
    : spawnSync("npm", pack, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  if (status !== 0) {
    total.failed++;
    console.log("FAILED: npm pack");
    return null;
  }
  const tarball = join(folder, stdout.trim().split("\n").at(-1));
  check("publint", "publint", "run", tarball, "--strict");
  check(
    "types of the package (attw)",
    "@arethetypeswrong/cli",
    tarball,
    "--profile",
    "esm-only",
    "--quiet",
  );
  return tarball;
}

function runVitest(folder, chromium, tarball, args) {
  console.log("\n— tests");
  const results = join(folder, "results.json");
  const { status } = runTool("vitest", ["run", ...args], {
    env: {
      ...process.env,
      TATTER_TEST_RESULTS: results,
      TATTER_CHROMIUM: chromium ?? "",
      TATTER_TARBALL: tarball ?? "",
    },
  });
  const counts = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : null;
  total.passed += counts?.passed ?? 0;
  total.failed += counts?.failed ?? 0;
  total.skipped += counts?.skipped ?? 0;
  const ranNone = !counts || counts.passed + counts.failed + counts.skipped === 0;
  if (ranNone || (status !== 0 && counts.failed === 0)) {
    total.failed++;
    console.log(ranNone ? "FAILED: no test was run" : "FAILED: vitest broke down");
  }
}

function runAll() {
  setUp();
  const chromium = ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), "tatter-test-"));
  try {
    check("format", "oxfmt", "--check");
    check("lint", "oxlint", "--type-aware", "--deny-warnings");
    check("types of the core, without DOM and Node", "typescript", "-p", "tsconfig.core.json");
    check("types of everything", "typescript", "-p", "tsconfig.json");
    check("unused files, exports and packages (knip)", "knip");
    const tarball = checkPackage(folder);
    runVitest(folder, chromium, tarball, process.argv.slice(2));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (chromium === null) {
    total.skipped++; // the browser project as a whole; the tests of the lab count themselves
    console.log(`\nSKIPPED: the tests in a real browser. To run them, ${HOW_TO_GET_ONE}.`);
  }
}

try {
  runAll();
} catch (error) {
  total.failed++;
  console.error(error instanceof SetupError ? `npm test: ${error.message}` : error);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
