import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/chromium.js";
import { LongFirst } from "./scripts/long-first.js";
import { nativeSources } from "./scripts/native-sources.js";
import { sourceAliases } from "./scripts/source-aliases.js";

const chromium = process.env["TATTER_CHROMIUM"] ?? findChromium();

/** No test depends on the speed of the machine, so all share its cores; the limit only ends what hangs. */
const shared = { maxWorkers: 2, testTimeout: 600_000, hookTimeout: 600_000 };

/** Tests that count what the engine does (blocks that ran, bytes on the heap): each file in a process of its own. */
const COUNTING = ["test/**/tear-cost.test.ts", "test/sim/garbage.test.ts"];

/** What `npm test -- --fast` leaves out: whole scenes, long physics, processes of their own. */
const LONG_RUNS = [
  "test/golden/**",
  "test/physics/**",
  "test/cli/**",
  "test/scene/library.test.ts",
  "test/package.test.ts",
  "test/examples*.test.ts",
  "test/start.test.ts",
];
const isFast = process.env["TATTER_EFFORT"] === "fast";

/** All other tests of Node share processes, and with them the code that is compiled already. */
const node = {
  resolve: { alias: sourceAliases },
  plugins: process.argv.includes("run") ? [nativeSources()] : [], // else sources may change meanwhile
  test: {
    ...shared,
    name: "node",
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/**/*.browser.test.ts",
      "test/browser/**",
      ...COUNTING,
      ...(isFast ? LONG_RUNS : []),
    ],
    globalSetup: "scripts/native-sources.js",
    execArgv: ["--enable-source-maps"],
    isolate: false,
  },
};

const counting = {
  resolve: { alias: sourceAliases },
  test: {
    ...shared,
    name: "counting",
    include: COUNTING,
    // Code is compiled when it has run so often, not when another thread has got round to it.
    execArgv: ["--no-concurrent-recompilation"],
  },
};

/** Pages of the lab and of the examples. */
const pages = {
  resolve: { alias: sourceAliases },
  test: {
    ...shared,
    name: "pages",
    include: ["test/browser/**/*.test.ts"],
    globalSetup: "test/browser/build-lab.ts",
  },
};

/** The library itself, in a browser. */
const browser = {
  resolve: { alias: sourceAliases },
  test: {
    ...shared,
    name: "browser",
    include: ["test/**/*.browser.test.ts"],
    env: { TATTER_SOAK: process.env["TATTER_SOAK"] ?? "" },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: chromium || undefined, args: CHROMIUM_FLAGS },
      }),
      instances: [{ browser: "chromium" as const }],
    },
  },
};

export default defineConfig({
  test: {
    reporters: ["default", "./scripts/count-reporter.js"],
    sequence: { sequencer: LongFirst },
    projects: [node, counting, pages, ...(chromium ? [browser] : [])],
  },
});
