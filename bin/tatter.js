#!/usr/bin/env node
// The command line is built into dist/; in a clone that is done by `npm start` or `npm test`.
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
