// npm run golden: writes the bits of every scene down anew, for the tests to compare with.
// npm run golden -- --check: compares the whole of every run with them, in Node; npm test leaves out the ends of long ones.
import { runTool, setUp } from "./setup.js";

const isCheck = process.argv.includes("--check");
setUp();
const { status } = runTool(
  "vitest",
  ["run", "test/golden", "--project", "node", ...(isCheck ? [] : ["--update"])],
  { env: { ...process.env, ...(isCheck ? { TATTER_SOAK: "1" } : { TATTER_GOLDEN: "renew" }) } },
);
process.exitCode = status ?? 1;
