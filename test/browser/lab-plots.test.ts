import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLUMNS, numberWords, rowOf, valueWords } from "../../lab/src/figures/columns.js";
import { csvOf } from "../../lab/src/figures/plots-csv.js";
import { SampleStore } from "../../lab/src/figures/sample-store.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe("samples", () => {
  const filled = (count: number, capacity = 8): SampleStore => {
    const store = new SampleStore(2, capacity);
    for (let frame = 1; frame <= count; frame++) store.add([frame, 10 * frame]);
    return store;
  };
  const framesOf = (store: SampleStore): number[] =>
    Array.from({ length: store.count }, (_, i) => store.at(0, i));

  test("the oldest make room", () => {
    expect(framesOf(filled(11, 4))).toEqual([8, 9, 10, 11]);
    expect(filled(11, 4).at(1, 0)).toBe(80);
  });

  test("another future takes the place of the one before", () => {
    const store = filled(11, 4);
    store.add([10, -1]);
    expect(framesOf(store)).toEqual([8, 9, 10]);
    expect(store.newest(1, 3)).toBe(-1);
    store.add([10, -2]); // told again
    expect(framesOf(store)).toEqual([8, 9, 10]);
    store.cutAfter(8);
    expect(framesOf(store)).toEqual([8]);
    store.cutAfter(3);
    expect(store.count).toBe(0);
    expect(store.newest(1, 0)).toBeNaN();
  });

  test("what was not read is left out, in words and in the table", () => {
    const phases = Array.from({ length: 8 }, () => 0.25);
    const sample = { frame: 1, time: 0.5, tears: 2, newTears: 1, phases, strain: 0.125 };
    const store = new SampleStore(COLUMNS.length);
    store.add(rowOf({ ...sample, readings: null }));
    const readings = { kinetic: 1, gravity: -3, elastic: 0.5, clampCount: 9, clamps: [4, 3, 2, 1] };
    store.add(rowOf({ ...sample, frame: 2, readings: { ...readings, hands: 0 } }));
    const [names, first, second] = csvOf(store, 2, 9).split("\n");
    expect(names).toContain("largest strain (%),kinetic energy (J)");
    expect(names).toContain("2nd largest force at a clamp (N)");
    expect(first).toBe(`1,0.5,${phases.join(",")},12.5,,,,,2,1,,,,,`);
    expect(second).toBe(`2,0.5,${phases.join(",")},12.5,1,-3,0.5,-1.5,2,1,4,3,2,1,0`);
    for (const none of [NaN, Infinity, null, undefined]) expect(valueWords(none, "J")).toBe("–");
    expect([0, 191, 0.1, 0.00001, -1.337, 12.34, 0.0562].map(numberWords)).toEqual([
      ...["0", "191", "0.1", "0", "-1.34", "12.3", "0.056"],
    ]);
  });
});

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
  /** What the file holds, by the names of its columns. */
  const table = async (): Promise<Map<string, number>[]> => {
    const saved = page.waitForEvent("download");
    await page
      .getByRole("button", { name: "Save CSV" })
      .evaluate((save: HTMLElement) => save.click());
    const download = await saved;
    expect(download.suggestedFilename()).toBe("tatter.csv");
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    const names = lines[0]!.split(",");
    return lines.slice(1).map((line) => {
      const cells = line.split(",").map((cell) => (cell === "" ? NaN : Number(cell)));
      expect(cells.length).toBe(names.length);
      return new Map(names.map((name, i) => [name, cells[i]!]));
    });
  };
  /** How many pixels of a plot are not empty, and what they add up to. */
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

  test("show the past when the key opens them, and grow", async () => {
    await page.keyboard.press("m");
    await page.locator('[data-plot="energy"] canvas').waitFor();
    expect(await page.locator("#plots-opener").getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(".plot").count()).toBe(5);
    await lab.until(async () => /\d J$/.test(await value("energy")));
    const before = await table();
    expect(before[0]!.get("step")).toBeLessThan(5);
    await lab.until(async () => (await table()).length > before.length + 5);
  });

  test("tears rise to what the live figures say, and the footer has its figures", async () => {
    await lab.button("Pause");
    await lab.settled();
    const tears = await lab.stat("tears");
    expect(tears).toBeGreaterThan(0);
    expect(await value("tears")).toBe(String(tears));
    const rows = await table();
    expect(rows[0]!.get("tears")).toBe(0);
    expect(rows.at(-1)!.get("tears")).toBe(tears);
    expect(rows.reduce((sum, row) => sum + row.get("tears in the step")!, 0)).toBe(tears);
    const strain = rows.at(-1)!.get("largest strain (%)")!;
    expect(await lab.text("max-strain")).toBe(numberWords(strain));
    for (const name of ["energy", "clamp-force"]) {
      expect(Number.isFinite(await lab.stat(name)), name).toBe(true);
    }
    expect(await page.locator("#plots").innerText()).not.toContain("NaN");
  });

  test("the pointer reads all plots at its time", async () => {
    const over = page.locator('[data-plot="strain"] .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    const { time: newest } = { time: (await table()).at(-1)!.get("time (s)")! };
    const part = (0.5 * newest) / Math.max(10, newest);
    await page.mouse.move(box.x + part * box.width, box.y + 20);
    await lab.until(async () => (await when("strain")).endsWith(" s"));
    expect(await when("tears")).toBe(await when("strain"));
    const words = await when("strain");
    const there = (await table()).filter((row) => `${row.get("time (s)")!.toFixed(2)} s` === words);
    expect(there.length).toBeGreaterThan(0);
    const read = [await value("strain"), await value("tears"), await value("solve")];
    expect(
      there.map((row) => [
        valueWords(row.get("largest strain (%)"), "%"),
        String(row.get("tears")),
        valueWords(row.get("solve (ms)"), "ms"),
      ]),
    ).toContainEqual(read);
    await page.mouse.move(5, 5);
    await lab.until(async () => (await when("strain")) === "now");
  });

  test("arrows move the cursor and tell the values", async () => {
    const rows = await table();
    await page.locator('[data-plot="tears"] .plot-area').focus();
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
    const before = rows.at(-2)!;
    expect(await when("energy")).toBe(`${before.get("time (s)")!.toFixed(2)} s`);
    expect(await page.locator(".plot-status").innerText()).toContain(`all ${before.get("tears")}`);
    await page.keyboard.press("Escape");
    expect(await when("energy")).toBe("now");
  });

  test("another theme draws them anew", async () => {
    const light = await picture("energy");
    const root = page.locator("html");
    const theme = await root.getAttribute("data-theme");
    await root.evaluate((element) => (element.dataset["theme"] = "dark"));
    await lab.until(async () => (await picture("energy")) !== light);
    await root.evaluate((element, old) => (element.dataset["theme"] = old ?? "light"), theme);
    await lab.until(async () => (await picture("energy")) === light);
  });

  test("going back cuts them, going forth again does not double them", async () => {
    const whole = await table();
    const last = await lab.newestFrame();
    const middle = Math.floor(last / 2);
    const latest = async (): Promise<number> => (await table()).at(-1)!.get("step")!;
    await lab.rewindTo(middle);
    await lab.until(async () => (await latest()) === middle);
    await lab.rewindTo(last);
    await lab.until(async () => (await latest()) === last);
    expect(await table()).toEqual(whole);
    await lab.rewindTo(middle);
    await lab.button("One step");
    await lab.until(async () => (await latest()) === middle + 1);
    const steps = (await table()).map((row) => row.get("step")!);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(await lab.newestFrame()).toBe(middle + 1);
  });

  test("a restart clears them, a scene without clamps has no force there", async () => {
    await lab.pick("scene", "drape-sphere");
    await lab.until(async () => (await lab.stat("tears")) === 0 && (await lab.stat("time")) < 1);
    await lab.button("One step");
    await lab.until(async () => (await table()).length > 0 && (await lab.stat("energy")) !== 0);
    expect((await table())[0]!.get("step")).toBe(1);
    expect(await lab.text("clamp-force")).toBe("–");
    expect(await page.locator('[data-value="clamp-1"]').isVisible()).toBe(false);
    await page.keyboard.press("m");
    expect(await page.locator("#plots").isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
