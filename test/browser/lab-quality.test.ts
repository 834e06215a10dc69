import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LabDriver } from "./lab-driver.js";
import { executablePath, LAB } from "./served-page.js";
import { hostFolder } from "./static-host.js";

/** All that the first load may weigh, gzipped, bytes. */
const MOST = 1_000_000;

describe.skipIf(!executablePath)("the lab as it is built, on a plain host", () => {
  let folder: string;
  let host: Awaited<ReturnType<typeof hostFolder>>;
  let lab: LabDriver;
  let page: Page;
  const responses: Response[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tatter-lab-"));
    await build({ ...LAB, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
    host = await hostFolder(folder, "/some/where/");
    lab = await LabDriver.openAt(host.address, (opened) =>
      opened.on("response", (response) => responses.push(response)),
    );
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
    await host.close();
    await rm(folder, { recursive: true });
  });

  test("runs under a sub-path, needs nothing from elsewhere and weighs little", async () => {
    await lab.until(async () => (await lab.stat("time")) > 0.2);
    expect(host.missing).toEqual([]);
    let weight = 0;
    for (const response of responses) {
      const url = response.url();
      if (url.startsWith("data:") || url.startsWith("blob:")) continue;
      expect(url).toContain(host.address);
      weight += gzipSync(await response.body()).length;
    }
    expect(responses.length).toBeGreaterThan(3);
    expect(weight).toBeGreaterThan(100_000); // it has been counted
    expect(weight).toBeLessThan(MOST);
  });

  test("the cloth follows the pointer within two pictures, as it counts itself", async () => {
    await lab.startCoarse();
    await page.mouse.move(320, 190);
    await page.mouse.down();
    for (let i = 1; i <= 24; i++) {
      await page.mouse.move(320 + 2 * i, 190 + i);
      await page.waitForTimeout(20);
    }
    await page.mouse.up();
    await lab.until(async () => (await lab.text("lag")) !== "–");
    expect(await lab.stat("lag")).toBeLessThanOrEqual(2);
  });

  test("rests while nobody sees it, and goes on from there", async () => {
    const show = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await show(true);
    await lab.settled();
    const time = await lab.stat("time");
    await page.waitForTimeout(1500);
    expect(await lab.stat("time")).toBe(time);
    await show(false);
    await lab.until(async () => (await lab.stat("time")) > time);
    expect(await lab.stat("time")).toBeLessThan(time + 1.2); // nothing was piled up
  });

  test("survives a lost graphics card", async () => {
    await page.evaluate(() => {
      const context = document.querySelector<HTMLCanvasElement>("#view")!.getContext("webgl2")!;
      const loss = context.getExtension("WEBGL_lose_context")!;
      Object.assign(globalThis, { loss });
      loss.loseContext();
    });
    await lab.until(() => lab.problem.isVisible());
    expect(await lab.problem.innerText()).toContain("graphics card");
    expect(await colours()).toBeLessThan(5);
    await page.evaluate(() =>
      (globalThis as unknown as { loss: WEBGL_lose_context }).loss.restoreContext(),
    );
    await lab.until(async () => !(await lab.problem.isVisible()));
    await lab.until(async () => (await colours()) > 50);
    const time = await lab.stat("time");
    await lab.until(async () => (await lab.stat("time")) > time);
  });

  test.each([
    [360, 640],
    [640, 360],
    [1440, 900],
    [3840, 2160],
  ])("fits a page of %d × %d", async (width, height) => {
    await page.setViewportSize({ width, height });
    await lab.settled();
    const overflow = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    expect(overflow.every((pixels) => pixels <= 0)).toBe(true);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("#top button, #tools button, #time *")]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(outside).toEqual([]);
    const [shown, drawn] = await page.evaluate(() => {
      const view = document.querySelector<HTMLCanvasElement>("#view")!;
      return [
        [view.clientWidth, view.clientHeight],
        [view.width / devicePixelRatio, view.height / devicePixelRatio],
      ];
    });
    expect(shown).toEqual([width, height]);
    expect(drawn).toEqual([width, height]);
    expect(await colours()).toBeGreaterThan(50);
  });

  test("the theme changes the page and the picture, and is remembered", async () => {
    await page.setViewportSize({ width: 800, height: 440 });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await lab.button("Dark theme");
    expect(await ground()).not.toBe(light);
    await page.reload();
    await lab.until(async () => (await lab.stat("particles")) > 0);
    expect(await ground()).not.toBe(light);
    await page.keyboard.press("d");
    expect(await ground()).toBe(light);
  });

  test("help tells the keys, and leaves by escape", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "What you can do" });
    expect(await help.isVisible()).toBe(true);
    expect(await help.locator("kbd").count()).toBeGreaterThan(20);
    await page.keyboard.press("Escape");
    expect(await help.isVisible()).toBe(false);
  });

  test("has shown no error", () => {
    expect(lab.problems).toEqual([]);
    expect(host.missing).toEqual([]);
  });

  /** How many colours the picture has, without what lies over it. */
  async function colours(): Promise<number> {
    const style = "#shell { visibility: hidden !important }";
    const picture = (await page.screenshot({ style })).toString("base64");
    return page.evaluate(async (base64) => {
      const response = await fetch(`data:image/png;base64,${base64}`);
      const bitmap = await createImageBitmap(await response.blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const seen = new Set<number>();
      for (let i = 0; i < data.length; i += 4) {
        seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
      }
      return seen.size;
    }, picture);
  }
});
