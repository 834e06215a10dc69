// npm run soak: property tests with a hundred times as many runs, every case of the tables that npm test samples, and
// 100,000 inputs of npm run fuzz.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runTool, setUp } from "./setup.js";

setUp();
const { status } = runTool(
  "vitest",
  [
    "run",
    "--project",
    "node",
    "--project",
    "browser",
    "--project",
    "pages",
    "--testTimeout=3600000", // so many runs of a property take minutes
    "test/math",
    "test/mesh",
    "test/generate",
    "test/cloth",
    "test/io",
    "test/tearing",
    "test/solvers",
    "test/sim",
    "test/physics",
    "test/collision",
    "test/rapier",
    "test/scene",
    "test/kernels",
    "test/node",
    "test/repro",
    "test/examples-cannon.test.ts",
    "test/golden",
    "test/lab",
    "test/browser",
  ],
  {
    env: { ...process.env, TATTER_SOAK: "1" },
  },
);
const fuzz = fileURLToPath(new URL("fuzz.js", import.meta.url));
const fuzzed = spawnSync(process.execPath, [fuzz, "--count", "100000"], { stdio: "inherit" });
process.exitCode = status || (fuzzed.status ?? 1);
