// npm run golden: writes the bits of every scene down anew, for the tests to compare with.
import { runTool, setUp } from "./setup.js";

setUp();
const { status } = runTool("vitest", ["run", "test/golden", "--project", "node", "--update"], {
  env: { ...process.env, TATTER_GOLDEN: "renew" },
});
process.exitCode = status ?? 1;
