// npm run golden: updates the golden hashes of every scene.
// npm run golden -- --check: compares whole runs with them, in Node; npm test omits the ends of long runs.
import { runTool, setUp } from "./setup.js";

const isCheck = process.argv.includes("--check");
setUp();
const { status } = runTool(
  "vitest",
  ["run", "test/golden", "--project", "node", ...(isCheck ? [] : ["--update"])],
  { env: { ...process.env, ...(isCheck ? { TATTER_SOAK: "1" } : { TATTER_GOLDEN: "renew" }) } },
);
process.exitCode = status ?? 1;
