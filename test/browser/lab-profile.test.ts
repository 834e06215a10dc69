import type { Locator, Page } from "playwright";
import { PHASES } from "tatter";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** Frames until the profile is updated. */
const UPDATED = 17;

describe.skipIf(!executablePath)("the profile of the lab", () => {
  let lab: LabDriver;
  let page: Page;
  let profile: Locator;
  let opener: Locator;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    profile = page.getByRole("region", { name: "Profile of a step" });
    opener = page.getByRole("button", { name: "Profile" });
    await lab.startCoarse();
  });

  afterAll(async () => {
    await lab.close();
  });

  const value = (key: string): Promise<string> =>
    page.locator(`[data-profile="${key}"]`).innerText();

  /** Returns the widths of some elements, px. */
  const widths = (selector: string): Promise<number[]> =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width));

  test("is closed and empty at first", async () => {
    await lab.advance(3);
    await lab.draw(UPDATED);
    expect(await profile.isVisible()).toBe(false);
    expect(await opener.getAttribute("aria-expanded")).toBe("false");
    expect(await page.locator("#profile").innerHTML()).toBe("");
  });

  test("the button opens it with the steps so far", async () => {
    await opener.click();
    expect(await profile.isVisible()).toBe(true);
    expect(await opener.getAttribute("aria-expanded")).toBe("true");
    for (const key of ["mean", "largest", ...PHASES]) {
      expect(await value(key), key).toMatch(/^\d+(\.\d+)? ms$/);
    }
    expect(await value("budget")).toBe("16.7 ms");
    expect(await value("used")).toMatch(/^\d+ %$/);
    const { kernels, particles, substeps } = await lab.stats();
    expect([await value("solver"), await value("kernels")]).toEqual(["implicit", kernels]);
    expect(await value("substeps")).toBe(String(substeps));
    expect(await value("particles")).toBe(String(particles));
  });

  test("the parts of the bar fill it, in the colors of the legend", async () => {
    const [whole] = await widths(".profile-bar");
    const parts = await widths(".profile-bar i");
    expect(parts).toHaveLength(PHASES.length);
    expect(parts.reduce((sum, width) => sum + width, 0)).toBeCloseTo(whole!, -1);
    const colors = (selector: string): Promise<string[]> =>
      page
        .locator(selector)
        .evaluateAll((elements) =>
          elements.map((element) => getComputedStyle(element).backgroundColor),
        );
    const shown = await colors(".profile-bar i");
    expect(new Set(shown).size).toBe(PHASES.length);
    expect(await colors(".profile-legend i")).toEqual(shown);
    await page.keyboard.press("d");
    expect(await colors(".profile-bar i")).not.toEqual(shown);
    await page.keyboard.press("d");
  });

  test("follows the budget of another step, and a restart clears it", async () => {
    await lab.pick("Time step", "1/120");
    await lab.draw(UPDATED);
    expect(await value("budget")).toBe("8.33 ms");
    expect(await value("mean")).toBe("–");
    await lab.advance(2);
    await lab.draw(UPDATED);
    expect(await value("mean")).toMatch(/ ms$/);
  });

  test("fits narrow pages", async () => {
    const overflow = (): Promise<number[]> =>
      page
        .locator("#profile, #profile ul, #profile li")
        .evaluateAll((elements) => elements.map((each) => each.scrollWidth - each.clientWidth));
    await page.locator('[data-profile$="-share"]').evaluateAll((shares) => {
      for (const share of shares) share.textContent = "100 %"; // the widest
    });
    for (const width of [800, 390, 375, 320]) {
      await page.setViewportSize({ width, height: 700 });
      expect(Math.max(...(await overflow())), `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  test("the key closes it", async () => {
    await page.keyboard.press("i");
    expect(await profile.isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
