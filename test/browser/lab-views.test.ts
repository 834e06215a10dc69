import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  difference,
  FRAME,
  hideControls,
  SCENE,
  referenceImage,
  takeScreenshot,
  TOLERANCE,
  VIEW_NAMES,
} from "../../scripts/view-images.js";
import { LabDriver, USUAL_PAGE } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the views of the lab", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open(SCENE, { ...USUAL_PAGE, pixelRatio: 1 });
    page = lab.page;
    await lab.advance(FRAME);
    await lab.button("Pause");
    await hideControls(page);
    await lab.draw(2);
    await page.keyboard.press("v");
    await lab.draw(2);
  });

  afterAll(async () => {
    await lab.close();
  });

  const looksAs = async (view: string): Promise<boolean> =>
    difference(await takeScreenshot(page), referenceImage(view)) < TOLERANCE;
  const isShown = (selector: string): Promise<boolean> =>
    page.locator(selector).evaluate((element) => !(element as HTMLElement).hidden);
  const box = (name: string): Promise<void> =>
    page
      .locator(`#overlays input[name=${name}]`)
      .evaluate((input) => (input as HTMLElement).click());
  const legend = async (): Promise<string> => (await page.locator("#legend").textContent())!;

  test.each(VIEW_NAMES.map((view, i) => [view, String(i + 1)] as const).toReversed())(
    "%s has a key, and matches its reference image and no other",
    async (view, key) => {
      await lab.key(key);
      await lab.draw(2);
      expect(await looksAs(view)).toBe(true);
      expect(await page.locator("#view-menu").inputValue()).toBe(view);
      for (const other of VIEW_NAMES) if (other !== view) expect(await looksAs(other)).toBe(false);
    },
  );

  test("the menu chooses views, and handles the keys while it has the focus", async () => {
    const menu = page.locator("#view-menu");
    const choose = (view: string): Promise<void> =>
      menu.evaluate((select, view) => {
        (select as HTMLSelectElement).value = view;
        select.dispatchEvent(new Event("change"));
      }, view);
    await choose("pieces");
    await lab.settled();
    expect(await looksAs("pieces")).toBe(true);
    await menu.dispatchEvent("keydown", { key: "4" });
    await lab.settled();
    expect(await looksAs("strain")).toBe(true);
  });

  test("the legends explain the colors, with units", async () => {
    expect(await legend()).toContain("Strain, %");
    expect(await legend()).toMatch(/−20.*0.*20/);
    expect(await lab.stat("largest-strain")).toBeGreaterThan(1);
    expect(await lab.stat("largest-strain")).toBeLessThan(100);
    await lab.key("5");
    await lab.draw();
    expect(await legend()).toContain("1 piece");
    await lab.key("1");
    expect(await isShown("#legend")).toBe(false);
    await box("strength");
    expect(await isShown("#legend")).toBe(true);
    expect(await legend()).toContain("Strength, × material");
    await box("strength");
  });

  test("overlays can be switched: pins, and strain directions with a legend", async () => {
    await lab.settled();
    expect(await looksAs("material")).toBe(true);
    const before = await takeScreenshot(page);
    const changed = async (): Promise<boolean> =>
      difference(await takeScreenshot(page), before) > 0.1;
    for (const name of ["pins", "directions"]) {
      await box(name);
      await lab.settled();
      expect(await changed()).toBe(true);
      expect((await legend()).includes("most strained")).toBe(true);
      expect(await isShown("#legend")).toBe(name === "directions");
      await box(name);
      await lab.settled();
      expect(await changed()).toBe(false);
    }
  });

  test("has shown no error", () => {
    expect(lab.problems).toEqual([]);
  });
});
