import { defineConfig } from "tsdown";
import { ENTRY_POINTS } from "./scripts/entry-points.js";
import { markTypeExports } from "./scripts/type-exports.js";

/** One file per export; what they share goes into common chunks, so that there is only one World class. */
export default defineConfig({
  entry: {
    "cli/start": "src/cli/start.ts",
    "cli/thread": "src/cli/thread.ts",
    ...Object.fromEntries(
      Object.entries(ENTRY_POINTS).map(([name, path]) => [
        name === "." ? "index" : `${name}/index`,
        `src/${path}`,
      ]),
    ),
  },
  format: "esm",
  platform: "neutral", // the core runs anywhere; only node/ and cli/ import Node's own modules
  deps: { neverBundle: [/^node:/] },
  target: "es2023",
  dts: true,
  clean: true,
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  hooks: { "build:done": () => markTypeExports("dist") },
});
