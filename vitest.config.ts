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
    exclude: ["test/**/*.browser.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

const browser = {
  resolve: { alias: sourceAliases },
  test: {
    name: "browser",
    include: ["test/**/*.browser.test.ts"],
    testTimeout: 120_000,
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
    projects: chromium ? [node, browser] : [node],
  },
});
