import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/chromium.js";
import { sourceAliases } from "./scripts/source-aliases.js";

const chromium = process.env["TATTER_CHROMIUM"] ?? findChromium();

const node = {
  resolve: { alias: sourceAliases },
  test: {
    name: "node",
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.browser.test.ts", "test/browser/**"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
};

/** Pages that simulate in real time: one after the other, and with the machine for themselves. */
const lab = {
  resolve: { alias: sourceAliases },
  test: {
    name: "lab",
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

const browser = {
  resolve: { alias: sourceAliases },
  test: {
    name: "browser",
    include: ["test/**/*.browser.test.ts"],
    testTimeout: 120_000,
    maxWorkers: 1,
    sequence: { groupOrder: 2 },
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
    projects: chromium ? [node, lab, browser] : [node, lab],
  },
});
