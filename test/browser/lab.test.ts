import { chromium, type Browser, type Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.js";

const executablePath = process.env["TATTER_CHROMIUM"] ?? findChromium();

describe.skipIf(!executablePath)("the lab in a real browser", () => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    server = await createServer({
      configFile: "lab/vite.config.ts",
      logLevel: "error",
      server: { port: 0 },
    });
    await server.listen();
    browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
    page = await browser.newPage({ viewport: { width: 800, height: 440 } });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto(server.resolvedUrls!.local[0]!);
    await until(async () => (await stat("particles")) > 0);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const stat = async (name: string): Promise<number> =>
    Number(await page.locator(`[data-stat="${name}"]`).textContent());
  const button = (title: string): Promise<void> =>
    page.getByRole("button", { name: title }).click();

  test("starts whole and moves", async () => {
    expect(await stat("particles")).toBe(49 * 43);
    expect([await stat("tears"), await stat("pieces")]).toEqual([0, 1]);
    await until(async () => (await stat("ms")) > 0 && (await stat("fps")) > 0);
  });

  test("rips where it is dragged, and the figures follow", async () => {
    const before = await stat("particles");
    await page.mouse.move(300, 220);
    await page.mouse.down();
    for (let i = 1; i <= 60 && (await stat("tears")) === 0; i++) {
      await page.mouse.move(300 - 3 * i, 220 + 3 * i);
      await page.waitForTimeout(30);
    }
    await until(async () => (await stat("tears")) > 0); // held all the while, however slow the machine
    await page.mouse.up();
    await button("Pause");
    await settled();
    expect(await stat("particles")).toBe(before + (await stat("tears")));
  });

  test("steps one by one while it is paused, and goes on", async () => {
    await settled();
    const time = await stat("time");
    await settled();
    expect(await stat("time")).toBe(time);
    await button("One step");
    await until(async () => (await stat("time")) > time);
    await settled();
    expect(Math.abs((await stat("time")) - time - 1 / 60)).toBeLessThan(0.0101); // shown to 0.01 s
    await button("Go on");
    await until(async () => (await stat("time")) > time + 0.2);
  });

  test("is whole again after a reset", async () => {
    await button("Reset");
    await until(async () => (await stat("tears")) === 0);
    expect(await stat("particles")).toBe(49 * 43);
  });

  test("takes another resolution and another scene", async () => {
    const select = (index: number, label: string): Promise<string[]> =>
      page.locator("#panel select").nth(index).selectOption({ label });
    await select(1, "16");
    await until(async () => (await stat("particles")) === 17 * 15);
    await select(0, "hanging-sheet");
    await until(async () => (await stat("particles")) === 25 * 25);
  });

  test("shows generated meshes in their resolution, and a mesh from a file as it is", async () => {
    const selects = page.locator("#panel select");
    await selects.nth(0).selectOption({ label: "t-shirt" });
    await until(async () => (await stat("particles")) === 1770);
    expect(await selects.nth(1).locator("option").allTextContents()).toEqual(["16", "21", "24"]);
    await selects.nth(1).selectOption({ label: "16" });
    await until(async () => (await stat("particles")) < 1300);
    await selects.nth(0).selectOption({ label: "flag" });
    await until(async () => (await stat("particles")) === 493);
    expect(await stat("pieces")).toBe(1);
    expect(await page.getByText("resolution").count()).toBe(0);
  });

  test("tears by itself where the scene says so", async () => {
    await page.locator("#panel select").nth(0).selectOption({ label: "lateral-pull" });
    await until(async () => (await stat("tears")) > 3);
  });

  test("has shown no error", async () => {
    expect(problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 300; i++) {
      if (await isSo()) return;
      await page.waitForTimeout(100);
    }
    throw new Error("waited 30 s for the lab in vain");
  }

  /** Waits until what the worker had on its way has arrived. */
  async function settled(): Promise<void> {
    await page.waitForTimeout(500);
  }
});
