import { MATERIALS } from "tatter";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sample } from "../runs.js";
import { LabDriver, type Place } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the materials of the lab in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open("?scene=curtain&material=denim", { width: 1000, height: 600 });
    page = lab.page;
    await lab.pick("Resolution", "16");
    expect(await lab.stat("particles")).toBe(17 * 15);
  });

  afterAll(async () => {
    await lab.close();
  });

  /** In the tool bar. */
  const brushRadius = (): Locator => page.getByRole("textbox", { name: "Brush radius" });
  const menu = (): Locator => page.locator("#material");
  const take = async (material: string): Promise<void> => {
    await menu().selectOption(material);
    await lab.advance(0);
  };
  const chosen = (): Promise<string> => menu().locator("option:checked").innerText();
  const limitNote = (): Locator => page.locator("#limit-note");

  test("the URL selects a scene and a material", async () => {
    expect(await chosen()).toBe("denim");
    expect(await lab.field("Stiffness").inputValue()).toBe(String(MATERIALS.denim.stiffness));
    expect(await limitNote().isVisible()).toBe(false);
  });

  test("shows few parameters at first, and the others on demand", async () => {
    expect(await lab.field("Breaking strain").isVisible()).toBe(true);
    expect(await lab.field("Density").isVisible()).toBe(false);
    await page.locator("#more summary").click();
    expect(await lab.field("Density").isVisible()).toBe(true);
    await expectNoOverflow();
  });

  test("each material sets its parameters and its appearance, and the cloth keeps hanging", async () => {
    const looks: string[] = [];
    const names = Object.keys(MATERIALS) as (keyof typeof MATERIALS)[];
    for (const name of sample(names, ["paper", "denim", "foil", "net"])) {
      await take(name);
      expect(await chosen()).toBe(name);
      const { density, stiffness, breakingStrain } = MATERIALS[name];
      const shown = await Promise.all(
        ["Density", "Stiffness", "Breaking strain"].map((label) => lab.value(label)),
      );
      expect(shown).toEqual([density, stiffness, breakingStrain]);
      await lab.advance(6);
      looks.push((await colorAt(await lab.onCloth([420, 240]))).join());
    }
    expect(new Set(looks).size).toBe(looks.length);
    expect(await lab.stat("particles")).toBe(17 * 15); // neither rebuilt nor torn by the change
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  test("a changed parameter is shown in the menu", async () => {
    await take("silk");
    await lab.put("Stiffness", "7000");
    expect(await chosen()).toBe("silk, modified");
    expect([await lab.value("Warp"), await lab.value("Weft")]).toEqual([8000, 6000]); // the ratio stays
    expect(await lab.value("Density")).toBe(MATERIALS.silk.density);
    await lab.put("Yield strain", "0.1");
    await lab.row("Yield strain").locator("input[type=checkbox]").uncheck();
    expect(await lab.field("Yield strain").inputValue()).toBe("off");
    await lab.put("Density", "nothing"); // not a number: unchanged
    expect(await lab.value("Density")).toBe(MATERIALS.silk.density);
    await take("silk");
    expect(await chosen()).toBe("silk");
    expect(await lab.value("Stiffness")).toBe(MATERIALS.silk.stiffness);
  });

  test("a tear threshold of the scene overrides the breaking strain, with a note, until a material is chosen", async () => {
    await lab.pick("Scene", "weak-points");
    expect(await chosen()).toBe("cotton");
    expect(await limitNote().innerText()).toContain("tear threshold of 1.3 ×");
    await take("wool");
    expect(await limitNote().isVisible()).toBe(false);
    expect(await lab.row("Tear threshold").count()).toBe(0);
    await lab.row("Threshold from").locator("select").selectOption({ label: "custom value" });
    expect(await limitNote().isVisible()).toBe(true);
    await lab.put("Breaking strain", "0.77");
    expect(await limitNote().isVisible()).toBe(false);
    await lab.pick("Scene", "curtain");
  });

  test("the brush paints red, and Escape returns to Grab", async () => {
    await take("denim");
    await lab.advance(5);
    await lab.button("Pause");
    await lab.draw();
    const before = await redPixels();
    await page.keyboard.press("b");
    await expectPressed("Brush");
    expect(await brushRadius().isVisible()).toBe(true);
    const [x, y] = await lab.onCloth([380, 220]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 20, { steps: 4 });
    await page.mouse.up();
    await lab.settled();
    expect(await redPixels()).toBeGreaterThan(before + 500);
    // Paint belongs to the cloth, so a rewind restores it.
    const { frame } = await lab.stats();
    await lab.rewindTo(0);
    expect(await redPixels()).toBeLessThan(before + 500);
    await lab.rewindTo(frame);
    expect(await redPixels()).toBeGreaterThan(before + 500);
    await page.keyboard.press("Escape");
    await expectPressed("Grab");
    expect(await brushRadius().isVisible()).toBe(false);
    await lab.settled();
    expect(await redPixels()).toBeLessThan(before + 500);
  });

  test("strength variation makes a cloth with weak places", async () => {
    await page.locator("#overlays summary").click();
    await page.getByLabel("Strength", { exact: true }).click();
    await page.locator("#legend").waitFor(); // its scale has a red end too
    await lab.settled();
    const before = await redPixels();
    const variation = lab.row("Strength variation").locator("select");
    await variation.selectOption("0.9");
    await lab.settled();
    expect(await redPixels()).toBeGreaterThan(before + 500);
    await variation.selectOption("0");
    await lab.settled();
    expect(await redPixels()).toBeLessThan(before + 500);
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

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

  /** Returns the mean color around a place, in steps of 10. */
  async function colorAt([x, y]: Place): Promise<number[]> {
    const data = await pixels(x - 20, y - 20, 40, 40);
    return [0, 1, 2].map((k) => {
      let sum = 0;
      for (let i = k; i < data.length; i += 4) sum += data[i]!;
      return Math.round((4 * sum) / data.length / 10);
    });
  }

  /** Returns the number of red pixels of the cloth. */
  async function redPixels(): Promise<number> {
    const data = await pixels(250, 140, 280, 230);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i]! > 90 && data[i]! > 1.6 * data[i + 2]! && data[i]! > 1.6 * data[i + 1]!) count++;
    }
    return count;
  }
});
