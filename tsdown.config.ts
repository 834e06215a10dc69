import { defineConfig } from "tsdown";

const rooms = [
  "core",
  "solvers",
  "mesh",
  "generate",
  "tearing",
  "scene",
  "io",
  "node",
  "three",
  "rapier",
];

/** One file an export; what they share lands in common chunks, so that there is one World class only. */
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "cli/start": "src/cli/start.ts",
    "cli/thread": "src/cli/thread.ts",
    ...Object.fromEntries(rooms.map((room) => [`${room}/index`, `src/${room}/index.ts`])),
  },
  format: "esm",
  platform: "neutral", // the core runs anywhere; only node/ and cli/ import Node's own modules
  deps: { neverBundle: [/^node:/] },
  target: "es2023",
  dts: true,
  clean: true,
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
});
