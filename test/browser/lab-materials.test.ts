import { MATERIALS } from "tatter";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, LAB, servePage, type ServedPage } from "./served-page.js";

describe.skipIf(!executablePath)("the materials of the lab in a real browser", () => {
  let served: ServedPage;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    served = await servePage(LAB, { width: 1000, height: 600 }, problems);
    page = served.page;
    page.setDefaultTimeout(30_000); // a look that is new takes a machine without a graphics card seconds
    await page.goto(`${served.address}?scene=curtain&material=denim`);
    await until(async () => (await stat("particles")) > 0);
    await row("resolution").locator("select").selectOption("16");
    await until(async () => (await stat("particles")) === 17 * 15);
  });

  afterAll(async () => {
    await served.close();
  });

  const stat = async (name: string): Promise<number> =>
    Number(await page.locator(`[data-stat="${name}"]`).textContent());
  const row = (label: string): Locator =>
    page
      .locator("#panel .tp-lblv")
      .filter({ has: page.locator(".tp-lblv_l", { hasText: new RegExp(`^${label}($|,| \\()`) }) });
  const field = (label: string): Locator => row(label).locator("input[type=text]");
  const put = async (label: string, value: string): Promise<void> => {
    await field(label).fill(value);
    await field(label).press("Enter");
  };
  /** In the bar of tools. */
  const brushRadius = (): Locator => page.getByRole("textbox", { name: "brush radius" });
  const menu = (): Locator => page.locator("#material");
  const chosen = (): Promise<string> => menu().locator("option:checked").innerText();
  const limitNote = (): Locator => page.locator("#limit-note");

  test("the address names a scene and a material", async () => {
    expect(await chosen()).toBe("denim");
    expect(await field("stiffness").inputValue()).toBe(String(MATERIALS.denim.stiffness));
    expect(await limitNote().isVisible()).toBe(false); // the scene's limit went with it
  });

  test("shows little at first, and the rest on demand", async () => {
    expect(await field("strength").isVisible()).toBe(true);
    expect(await field("density").isVisible()).toBe(false);
    await page.locator("#more summary").click();
    expect(await field("density").isVisible()).toBe(true);
    await expectNoOverflow();
  });

  test("each material brings its figures and its look, and the cloth goes on hanging", async () => {
    const looks: string[] = [];
    for (const name of Object.keys(MATERIALS) as (keyof typeof MATERIALS)[]) {
      const time = await stat("time");
      await menu().selectOption(name);
      expect(await chosen()).toBe(name);
      const { density, stiffness, strength } = MATERIALS[name];
      const shown = await Promise.all(["density", "stiffness", "strength"].map(number));
      expect(shown).toEqual([density, stiffness, strength]);
      await until(async () => (await stat("time")) > time + 0.1);
      looks.push((await colourAt(420, 240)).join());
    }
    expect(new Set(looks).size).toBe(looks.length);
    expect(await stat("particles")).toBe(17 * 15); // neither made anew nor torn by the change
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  test("a slider changes one figure, and the menu says so", async () => {
    await menu().selectOption("silk");
    await put("stiffness", "7000");
    expect(await chosen()).toBe("silk, changed");
    expect(await Promise.all(["warp", "weft"].map(number))).toEqual([8000, 6000]); // in their ratio
    expect(await number("density")).toBe(MATERIALS.silk.density);
    await put("yield", "0.1");
    await row("yield").locator("input[type=checkbox]").uncheck();
    expect(await field("yield").inputValue()).toBe("off");
    await put("density", "nothing"); // no number: as it was
    expect(await number("density")).toBe(MATERIALS.silk.density);
    await menu().selectOption("silk");
    expect(await chosen()).toBe("silk");
    expect(await number("stiffness")).toBe(MATERIALS.silk.stiffness);
  });

  test("a limit of the scene overrides the strength, and says so, until a material is chosen", async () => {
    await page.getByRole("button", { name: "Scene's own settings" }).click();
    await until(async () => (await chosen()) === "cotton");
    expect(await limitNote().innerText()).toContain("tear limit of 1.35 ×");
    await menu().selectOption("wool");
    expect(await limitNote().isVisible()).toBe(false);
    expect(await row("tear limit").count()).toBe(0);
    await row("tears at").locator("select").selectOption({ label: "a limit of its own" });
    expect(await limitNote().isVisible()).toBe(true);
    await put("strength", "0.77");
    expect(await limitNote().isVisible()).toBe(false);
  });

  test("the brush paints what it goes over red, and escape takes the hand", async () => {
    await menu().selectOption("denim");
    await page.getByRole("button", { name: "Pause" }).click();
    const before = await redPixels();
    await page.keyboard.press("b");
    await expectPressed("Brush");
    expect(await brushRadius().isVisible()).toBe(true);
    await page.mouse.move(380, 220);
    await page.mouse.down();
    await page.mouse.move(460, 240, { steps: 4 });
    await page.mouse.up();
    await until(async () => (await redPixels()) > before + 500);
    // Also after going back and forth in time, as it is a part of the cloth.
    const slider = page.locator("#rewind");
    const here = await slider.inputValue();
    await slider.fill("0");
    await until(async () => (await redPixels()) < before + 500);
    await slider.fill(here);
    await until(async () => (await redPixels()) > before + 500);
    await page.keyboard.press("Escape");
    await expectPressed("Hand");
    expect(await brushRadius().isVisible()).toBe(false);
    await until(async () => (await redPixels()) < before + 500);
  });

  test("unevenness makes a cloth with weak places", async () => {
    await page.locator("#overlays summary").click();
    await page.getByLabel("Strength", { exact: true }).click();
    await until(() => page.locator("#legend").isVisible()); // which has a red end too
    const before = await redPixels();
    await row("unevenness").locator("select").selectOption("0.9");
    await until(async () => (await redPixels()) > before + 500);
    await row("unevenness").locator("select").selectOption("0");
    await until(async () => (await redPixels()) < before + 500);
  });

  test("has shown no error", async () => {
    expect(problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  async function number(label: string): Promise<number> {
    return Number(await field(label).inputValue());
  }

  async function expectPressed(name: string): Promise<void> {
    const button = page.getByRole("button", { name, exact: true });
    expect(await button.getAttribute("aria-pressed")).toBe("true");
  }

  /** No row of the panel is wider than the panel. */
  async function expectNoOverflow(): Promise<void> {
    const sizes = await page
      .locator("#panel")
      .evaluate((panel) => [panel.scrollWidth, panel.clientWidth]);
    expect(sizes[0]).toBeLessThanOrEqual(sizes[1]!);
  }

  async function pixels(x: number, y: number, width: number, height: number): Promise<number[]> {
    const clip = { x, y, width, height };
    const picture = (await page.screenshot({ clip })).toString("base64");
    return page.evaluate(async (base64) => {
      const response = await fetch(`data:image/png;base64,${base64}`);
      const bitmap = await createImageBitmap(await response.blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      return [...context.getImageData(0, 0, bitmap.width, bitmap.height).data];
    }, picture);
  }

  /** The mean around a place of the page, in whole tens. */
  async function colourAt(x: number, y: number): Promise<number[]> {
    const data = await pixels(x - 20, y - 20, 40, 40);
    return [0, 1, 2].map((k) => {
      let sum = 0;
      for (let i = k; i < data.length; i += 4) sum += data[i]!;
      return Math.round((4 * sum) / data.length / 10);
    });
  }

  /** How many pixels of the cloth are red. */
  async function redPixels(): Promise<number> {
    const data = await pixels(250, 140, 280, 230);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i]! > 90 && data[i]! > 1.6 * data[i + 2]! && data[i]! > 1.6 * data[i + 1]!) count++;
    }
    return count;
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 30_000;
    while (Date.now() < end) {
      if (await isSo()) return;
      await page.waitForTimeout(100);
    }
    throw new Error("waited 30 s for the lab in vain");
  }
});
