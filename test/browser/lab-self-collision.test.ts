import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeHash } from "../../lab/src/share/share-url.js";
import { difference, takeScreenshot } from "../../scripts/view-images.js";
import { fallingSheets } from "../lab/falling-sheets.js";
import { LabDriver, USUAL_PAGE } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("self-collision in the lab", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    const link = await encodeHash(fallingSheets().scene);
    lab = await LabDriver.open(link, { ...USUAL_PAGE, pixelRatio: 1 });
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
  });

  const isShown = (selector: string): Promise<boolean> =>
    page.locator(selector).first().isVisible();
  const overlay = async (): Promise<void> => {
    await page
      .locator("#overlays input[name=contacts]")
      .evaluate((input) => (input as HTMLElement).click());
    await lab.settled();
  };

  test("the panel shows the settings of the scene, in mm, and the status line the crossings", async () => {
    expect(await lab.picked("Self-collision")).toBe("fast");
    expect(await lab.value("Contact thickness")).toBe(4);
    await lab.advance(40);
    await lab.draw();
    expect(await isShown("[data-of=crossings]")).toBe(true);
    expect([await lab.stat("crossings"), await lab.stat("forced-crossings")]).toEqual([0, 0]);
  });

  test("the overlay shows contacts as dots, and counts them", async () => {
    const before = await takeScreenshot(page);
    await overlay();
    await lab.frame();
    expect(await lab.stat("contacts")).toBeGreaterThan(20);
    expect(await isShown("#legend")).toBe(true);
    expect(difference(await takeScreenshot(page), before)).toBeGreaterThan(0.1);
    await overlay();
    expect(await isShown("#legend")).toBe(false);
  });

  test("settings change the running cloth; the thickness is shown only while it is on", async () => {
    await lab.put("Contact thickness", "auto");
    expect(await lab.field("Contact thickness").inputValue()).toBe("auto");
    await lab.pick("Self-collision", "exact");
    await lab.put("Contact thickness", 6);
    await lab.put("Contact thickness", ""); // the same as auto
    expect(await lab.field("Contact thickness").inputValue()).toBe("auto");
    await lab.pick("Self-collision", "off");
    expect(await lab.row("Contact thickness").isVisible()).toBe(false);
    await lab.frame();
    expect(await isShown("[data-of=crossings]")).toBe(false);
    expect((await lab.stats()).frame).toBeGreaterThan(40); // it was not restarted
    await lab.pick("Self-collision", "exact");
    expect(await lab.row("Contact thickness").isVisible()).toBe(true);
    await lab.frame();
    expect((await lab.stats()).crossings).not.toBe(null);
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await lab.problem.isVisible()).toBe(false);
  });
});
