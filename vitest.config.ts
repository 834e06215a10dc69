import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/chromium.js";
import { LongFirst } from "./scripts/long-first.js";
import { sourceAliases } from "./scripts/source-aliases.js";

const chromium = process.env["TATTER_CHROMIUM"] ?? findChromium();

/** No test depends on the speed of the machine, so all share its cores; the limit only ends what hangs. */
const shared = { maxWorkers: 2, testTimeout: 600_000, hookTimeout: 600_000 };

const node = {
  resolve: { alias: sourceAliases },
  test: {
    ...shared,
    name: "node",
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.browser.test.ts", "test/browser/**"],
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
    projects: chromium ? [node, pages, browser] : [node, pages],
  },
});
