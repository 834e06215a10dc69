import { chromium, type Browser, type Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.js";
import { exampleConfig } from "../../scripts/example-config.js";

const executablePath = process.env["TATTER_CHROMIUM"] ?? findChromium();

describe.skipIf(!executablePath)("the page of examples/cannon-es in a real browser", () => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    const config = exampleConfig("cannon-es");
    server = await createServer({
      ...config,
      logLevel: "error",
      server: { ...config.server, port: 0 },
    });
    await server.listen();
    browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
    page = await browser.newPage({ viewport: { width: 600, height: 300 } });
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto(server.resolvedUrls!.local[0]!);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const untilTears = (isSo: "some" | "none"): Promise<unknown> =>
    page.waitForFunction((isSo) => {
      const shown = Number(document.querySelector("[data-stat=tears]")!.textContent);
      return isSo === "some" ? shown > 0 : shown === 0;
    }, isSo);

  test("tears by itself, is whole after a reset, and tears where it is clicked", async () => {
    await untilTears("some");
    await page.locator("#path").selectOption("slice");
    await page.getByRole("button", { name: "Reset" }).click();
    await untilTears("none");
    await page.locator("canvas").click({ position: { x: 340, y: 150 } });
    await untilTears("some");
    expect(problems).toEqual([]);
  });
});
