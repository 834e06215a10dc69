// npm run golden: writes the bits of every scene down anew. Say in the commit and the changelog why they moved.
import { runTool, setUp } from "./setup.js";

setUp();
const { status } = runTool("vitest", ["run", "test/golden", "--project", "node", "--update"]);
process.exitCode = status ?? 1;
