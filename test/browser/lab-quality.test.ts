import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { waitForResize } from "../../scripts/view-images.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath, LAB, servePages } from "./served-page.js";

/** Maximum size of the first load, gzipped, bytes. */
const MAX_BYTES = 1_000_000;

describe.skipIf(!executablePath)("the built lab on a plain host", () => {
  let lab: LabDriver;
  let page: Page;
  const responses: Response[] = [];

  beforeAll(async () => {
    lab = await LabDriver.open("", undefined, (empty) =>
      empty.on("response", (response) => responses.push(response)),
    );
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
  });

  test("runs under a sub-path, without other hosts, with a small download", async () => {
    expect(await lab.advance(12)).toBe(true);
    let weight = 0;
    for (const response of responses) {
      const url = response.url();
      if (url.startsWith("data:") || url.startsWith("blob:")) continue;
      expect(url).toContain(inject("labUrl"));
      expect(response.status(), url).toBe(200);
      weight += gzipSync(await response.body()).length;
    }
    expect(responses.length).toBeGreaterThan(3);
    expect(weight).toBeGreaterThan(100_000); // something was counted
    expect(weight).toBeLessThan(MAX_BYTES);
  });

  test("the cloth follows the pointer within two frames, as it measures", async () => {
    await lab.startCoarse();
    const [x, y] = await lab.grab(await lab.center());
    for (let i = 1; i <= 8; i++) {
      await page.mouse.move(x + 2 * i, y + i); // after a frame; the step follows, and the next frame shows it
      await lab.frame();
    }
    expect([await lab.stat("lag"), await lab.stat("worst-lag")]).toEqual([1, 1]);
    for (let i = 1; i <= 8; i++) {
      await page.mouse.move(x - 2 * i, y + i);
      await lab.draw(2); // a step that takes two frames
      await lab.advance(1);
      await lab.draw();
    }
    await page.mouse.up();
    expect(await lab.stat("worst-lag")).toBe(3);
  });

  test("pauses while hidden, and continues from there", async () => {
    const show = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    const { frame } = await lab.stats();
    await show(true);
    expect(await lab.advance(5)).toBe(false);
    expect((await lab.stats()).frame).toBe(frame);
    await show(false);
    expect(await lab.advance(5)).toBe(true);
    expect((await lab.stats()).frame).toBe(frame + 5); // no steps were queued
  });

  test("recovers from a context loss", async () => {
    await page.evaluate(() => {
      const context = document.querySelector<HTMLCanvasElement>("#view")!.getContext("webgl2")!;
      const loss = context.getExtension("WEBGL_lose_context")!;
      Object.assign(globalThis, { loss });
      loss.loseContext();
    });
    await lab.problem.waitFor();
    expect(await lab.problem.innerText()).toContain("graphics card");
    await lab.frame();
    expect(await colors()).toBeLessThan(5);
    await page.evaluate(() =>
      (globalThis as unknown as { loss: WEBGL_lose_context }).loss.restoreContext(),
    );
    await lab.problem.waitFor({ state: "hidden" });
    await lab.frame();
    expect(await colors()).toBeGreaterThan(50);
    expect(await lab.advance(1)).toBe(true);
  });

  test.each([
    [360, 640],
    [640, 360],
    [1440, 900],
    [3840, 2160],
  ])("fits a page of %d × %d", async (width, height) => {
    await page.setViewportSize({ width, height });
    await waitForResize(page);
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
    expect(await colors()).toBeGreaterThan(50);
  });

  test("the theme changes the page and is stored", async () => {
    await page.setViewportSize({ width: 800, height: 440 });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await lab.button("Dark theme");
    expect(await ground()).not.toBe(light);
    await lab.reload();
    expect(await ground()).not.toBe(light);
    await page.keyboard.press("d");
    expect(await ground()).toBe(light);
  });

  test("help lists the keys, and Escape closes it", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Help" });
    expect(await help.isVisible()).toBe(true);
    expect(await help.locator("kbd").count()).toBeGreaterThan(20);
    await page.keyboard.press("Escape");
    expect(await help.isVisible()).toBe(false);
  });

  test("has shown no error", () => {
    expect(lab.problems).toEqual([]);
  });

  /** Returns the number of colors of the image, without the controls. */
  async function colors(): Promise<number> {
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

test.skipIf(!executablePath)("runs from its sources on the development server", async () => {
  const { url, close } = await servePages(LAB);
  const lab = await LabDriver.open("", undefined, undefined, url);
  await lab.advance(3);
  expect((await lab.stats()).frame).toBe(3);
  expect(lab.problems).toEqual([]);
  await lab.close();
  await close();
});
