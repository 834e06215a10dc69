#!/usr/bin/env node
// The command line is built into dist/. In a clone of the repository, `npm start` and `npm test` build it.
import { existsSync } from "node:fs";

const built = new URL("../dist/cli/start.js", import.meta.url);
if (existsSync(built)) {
  const { start } = await import(built.href);
  start(process.argv.slice(2));
} else {
  process.stderr.write(
    "tatter: not built yet; run 'npm start' or 'npm test' once, then try again\n",
  );
  process.exitCode = 1;
}
