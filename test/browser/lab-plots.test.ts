import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatNumber, formatValue } from "../../lab/src/stats/columns.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** Frames until the plots are redrawn. */
const PLOTTED = 6;

describe.skipIf(!executablePath)("the plots of the lab", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    await lab.startCoarse();
  });

  afterAll(async () => {
    await lab.close();
  });

  const value = (key: string): Promise<string> => page.locator(`[data-value="${key}"]`).innerText();
  const when = (plot: string): Promise<string> =>
    page.locator(`[data-plot="${plot}"] .plot-when`).innerText();
  const saveButton = (): Locator => page.getByRole("button", { name: "Save CSV" });
  /** Returns the rows of the CSV file, by column name. */
  const table = async (): Promise<Map<string, number>[]> => {
    await lab.draw(PLOTTED);
    const { name, text } = await lab.takeFile(saveButton());
    expect(name).toBe("tatter.csv");
    const lines = text.trim().split("\n");
    const names = lines[0]!.split(",");
    return lines.slice(1).map((line) => {
      const cells = line.split(",").map((cell) => (cell === "" ? NaN : Number(cell)));
      expect(cells.length).toBe(names.length);
      return new Map(names.map((name, i) => [name, cells[i]!]));
    });
  };
  /** Returns the sums of all color channels of a plot. */
  const picture = (plot: string): Promise<string> =>
    page.locator(`[data-plot="${plot}"] canvas`).evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const sums = [0, 0, 0, 0];
      for (let i = 0; i < data.length; i++) sums[i % 4]! += data[i]!;
      return sums.join(" ");
    });

  test("are closed at first, and nothing is loaded for them", async () => {
    expect(await page.locator("#plots").isVisible()).toBe(false);
    const loaded = await page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => /uplot/i.test(name)).length,
    );
    expect(loaded).toBe(0);
    await lab.rip();
  });

  test("show past samples when the key opens them, and grow", async () => {
    await lab.key("m");
    await page.locator('[data-plot="energy"] canvas').waitFor();
    expect(await page.locator("#plots-opener").getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(".plot").count()).toBe(5);
    await lab.until(async () => /\d J$/.test(await value("energy"))); // expensive values are not measured in every step
    const before = await table();
    expect(before[0]!.get("step")).toBeLessThan(5);
    await lab.advance(6);
    expect(await table()).toHaveLength(before.length + 6);
  });

  test("tears equal those of the status line, which shows further values", async () => {
    await lab.button("Pause");
    await lab.draw(PLOTTED);
    const tears = await lab.stat("tears");
    expect(tears).toBeGreaterThan(0);
    expect(await value("tears")).toBe(String(tears));
    const rows = await table();
    expect(rows[0]!.get("tears")).toBe(0);
    expect(rows.at(-1)!.get("tears")).toBe(tears);
    expect(rows.reduce((sum, row) => sum + row.get("tears per step")!, 0)).toBe(tears);
    const strain = rows.at(-1)!.get("largest strain (%)")!;
    expect(await lab.text("max-strain")).toBe(formatNumber(strain));
    for (const name of ["energy", "clamp-force"]) {
      expect(Number.isFinite(await lab.stat(name)), name).toBe(true);
    }
    expect(await page.locator("#plots").innerText()).not.toContain("NaN");
  });

  test("the button downloads their values", async () => {
    const { name, text } = await lab.takeFile(saveButton());
    expect(text).toContain("largest strain (%)");
    const file = await lab.download(() => saveButton().click());
    expect(file.suggestedFilename()).toBe(name);
    expect(await readFile(await file.path(), "utf8")).toBe(text);
  });

  test("the pointer reads all plots at its time", async () => {
    const over = page.locator('[data-plot="strain"] .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    const { time: newest } = { time: (await table()).at(-1)!.get("time (s)")! };
    const part = (0.5 * newest) / Math.max(10, newest);
    await page.mouse.move(box.x + part * box.width, box.y + 20);
    await lab.untilShown(async () => (await when("strain")).endsWith(" s"));
    expect(await when("tears")).toBe(await when("strain"));
    const words = await when("strain");
    const there = (await table()).filter((row) => `${row.get("time (s)")!.toFixed(2)} s` === words);
    expect(there.length).toBeGreaterThan(0);
    const read = [await value("strain"), await value("tears"), await value("solve")];
    expect(
      there.map((row) => [
        formatValue(row.get("largest strain (%)"), "%"),
        String(row.get("tears")),
        formatValue(row.get("solve (ms)"), "ms"),
      ]),
    ).toContainEqual(read);
    await page.mouse.move(5, 5);
    await lab.untilShown(async () => (await when("strain")) === "now");
  });

  test("arrow keys move the cursor and announce the values", async () => {
    const rows = await table();
    await page.locator('[data-plot="tears"] .plot-area').focus();
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
    const before = rows.at(-2)!;
    expect(await when("energy")).toBe(`${before.get("time (s)")!.toFixed(2)} s`);
    expect(await page.locator(".plot-status").innerText()).toContain(
      `total ${before.get("tears")}`,
    );
    await page.keyboard.press("Escape");
    expect(await when("energy")).toBe("now");
  });

  test("another theme redraws them", async () => {
    const light = await picture("energy");
    const root = page.locator("html");
    const theme = await root.getAttribute("data-theme");
    await root.evaluate((element) => (element.dataset["theme"] = "dark"));
    await lab.untilShown(async () => (await picture("energy")) !== light);
    await root.evaluate((element, old) => (element.dataset["theme"] = old ?? "light"), theme);
    await lab.untilShown(async () => (await picture("energy")) === light);
  });

  test("a rewind hides later samples, and going forward shows each once", async () => {
    const whole = await table();
    const last = await lab.newestFrame();
    const middle = Math.floor(last / 2);
    const latest = async (): Promise<number> => (await table()).at(-1)!.get("step")!;
    await lab.rewindTo(middle);
    expect(await latest()).toBe(middle);
    await lab.rewindTo(last);
    expect(await latest()).toBe(last);
    expect(await table()).toEqual(whole);
    await lab.rewindTo(middle);
    await lab.button("One step");
    expect(await latest()).toBe(middle + 1);
    const steps = (await table()).map((row) => row.get("step")!);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(await lab.newestFrame()).toBe(middle + 1);
  });

  test("a restart clears them, and a scene without clamps has no clamp force", async () => {
    await lab.pick("Scene", "drape-sphere");
    expect(await lab.stat("tears")).toBe(0);
    await lab.button("One step");
    await lab.untilShown(
      async () => (await table()).length > 0 && (await lab.stat("energy")) !== 0,
    );
    expect((await table())[0]!.get("step")).toBe(1);
    expect(await lab.text("clamp-force")).toBe("–");
    expect(await page.locator('[data-value="clamp-1"]').isVisible()).toBe(false);
    await page.keyboard.press("m");
    expect(await page.locator("#plots").isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
