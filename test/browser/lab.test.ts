import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, LAB, servePage, type ServedPage } from "./served-page.js";

/** Where a hand can take hold of the curtain, pixels. */
const PLACES = [
  [300, 220],
  [340, 160],
  [400, 240],
  [320, 180],
  [360, 220],
] as const;

describe.skipIf(!executablePath)("the lab in a real browser", () => {
  let served: ServedPage;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    served = await servePage(LAB, { width: 800, height: 440 }, problems);
    page = served.page;
    await page.goto(served.address);
    await until(async () => (await stat("particles")) > 0);
    await page.locator("#more summary").click(); // all controls in sight
  });

  afterAll(async () => {
    await served.close();
  });

  const stat = async (name: string): Promise<number> =>
    Number(await page.locator(`[data-stat="${name}"]`).textContent());
  const text = (name: string): Promise<string | null> =>
    page.locator(`[data-stat="${name}"]`).textContent();
  const button = (title: string): Promise<void> =>
    page.getByRole("button", { name: title }).click();

  /** The row of the panel with this label, or with this label and a unit. */
  const row = (label: string): Locator =>
    page
      .locator("#panel .tp-lblv")
      .filter({ has: page.locator(".tp-lblv_l", { hasText: new RegExp(`^${label}($|,| \\()`) }) });
  const pick = (label: string, option: string): Promise<string[]> =>
    row(label).locator("select").selectOption({ label: option });
  const picked = (label: string): Promise<string> =>
    row(label).locator("option:checked").innerText();
  /** Where numbers are typed; some rows have a slider and a box too. */
  const field = (label: string): Locator =>
    row(label).locator("input:not([type=range], [type=checkbox])");
  const put = async (label: string, value: number): Promise<void> => {
    await field(label).fill(String(value));
    await field(label).press("Enter");
  };
  const value = async (label: string): Promise<number> => Number(await field(label).inputValue());
  const substepsShown = (): Promise<string> =>
    row("substeps").locator("input, textarea").last().inputValue();
  const labels = async (): Promise<string[]> =>
    (await page.locator("#panel .tp-lblv_l").allInnerTexts()).map((text) =>
      text.replace(/,.*| \(.*/, ""),
    );
  const cursor = (): Promise<string> =>
    page.locator("#view").evaluate((view) => getComputedStyle(view).cursor);
  const problem = (): Locator => page.locator("#problem");

  test("starts whole and moves", async () => {
    expect(await stat("particles")).toBe(49 * 43);
    expect([await stat("tears"), await stat("pieces")]).toEqual([0, 1]);
    await until(async () => (await stat("ms")) > 0 && (await stat("fps")) > 0);
  });

  test("rips where it is dragged, and the figures follow", async () => {
    const before = await stat("particles");
    await rip();
    await button("Pause");
    await settled();
    // One for each tear, and those of loose points that part with it.
    expect(await stat("tears")).toBeGreaterThan(0);
    expect(await stat("particles")).toBeGreaterThanOrEqual(before + (await stat("tears")));
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

  test.each([
    ["springs", ["bend springs"]],
    ["angles", ["shear", "bending"]],
    ["baraff-witkin", ["shear", "bending"]],
    ["membrane", ["shear", "Poisson ratio", "bending"]],
  ])("the model %s shows its own parameters, moves and rips", async (model, parameters) => {
    await startCoarse();
    await pick("model", model);
    const shown = await labels();
    expect(shown.slice(shown.indexOf("material"), shown.indexOf("type"))).toEqual([
      ...["material", "strength", "stiffness", "density", "warp", "weft"],
      ...parameters,
      ...["damping", "weave", "weave angle", "yield", "bend yield", "friction", "model"],
    ]);
    await until(async () => (await stat("time")) > 0.3);
    await rip();
    expect(await problem().isVisible()).toBe(false);
  });

  test.each(["xpbd", "euler", "midpoint", "rk4", "forward-euler"])(
    "the solver %s shows its own settings, moves soft cloth and rips it",
    async (type) => {
      await startCoarse();
      await put("stiffness", 100);
      await put("damping", 0.1);
      await pick("type", type);
      await until(async () => (await stat("tears")) === 0 && (await stat("time")) > 0.3);
      expect((await labels()).includes("stretch limit")).toBe(type !== "xpbd");
      if (type === "xpbd") expect(await substepsShown()).toBe("20");
      else await until(async () => /^auto: \d+$/.test(await substepsShown()));
      expect(await stat("substeps")).toBeGreaterThan(1);
      await rip();
      expect(await problem().isVisible()).toBe(false);
    },
  );

  test("implicit shows its own settings and figures, and rips", async () => {
    await startCoarse();
    expect(await page.getByText("residual").isVisible()).toBe(false); // only this solver has one
    await pick("type", "implicit");
    await put("stiffness", 100);
    await until(async () => (await text("residual")) !== "–" && (await stat("time")) > 0.3);
    expect(await text("residual")).toMatch(/^(< 0\.0001|0\.\d{4})$/);
    expect(await stat("iterations")).toBeGreaterThanOrEqual(4);
    expect(await stat("substeps")).toBeGreaterThanOrEqual(4);
    await until(async () => /^auto: \d+$/.test(await substepsShown()));
    expect(await labels()).not.toContain("stretch limit");
    expect([await picked("tolerance"), await picked("equations")]).toEqual([
      "normal: 0.0005",
      "auto",
    ]);
    await pick("tolerance", "fast: 0.005");
    await pick("equations", "direct");
    await until(async () => (await stat("tears")) === 0 && (await stat("time")) > 0.3);
    expect(await picked("tolerance")).toBe("fast: 0.005");
    await rip();
    expect(await problem().isVisible()).toBe(false);
    expect(await page.locator("footer").innerText()).not.toContain("NaN");
  });

  test("auto says what it took and why, and goes on when the cloth changes", async () => {
    await startCoarse();
    await pick("type", "auto");
    const choice = page.locator("#choice");
    await until(() => choice.isVisible());
    expect(await choice.innerText()).toMatch(
      /^Took (euler|implicit): true forces, .*\.\nWhy: .* 17 ms; /,
    );
    await pick("budget", "1");
    await until(async () => (await choice.innerText()).startsWith("Took xpbd: "));
    await until(async () => /^auto: \d+$/.test(await substepsShown()));
    const taken = await substepsShown();
    const time = await stat("time");
    await put("density", 0.3);
    await until(async () => (await stat("time")) > time + 0.2);
    expect(await substepsShown()).toBe(taken);
    expect(await choice.innerText()).toMatch(/^Took xpbd: /);
    expect(await problem().isVisible()).toBe(false);
    await pick("type", "xpbd");
    expect(await choice.isVisible()).toBe(false);
  });

  test("says when forces are not trusted and tearing waits", async () => {
    const sign = page.locator("#trust");
    await pick("scene", "violent-drag");
    await pick("resolution", "16");
    await pick("tears by", "stretch");
    expect(await sign.isVisible()).toBe(false);
    // The panel offers no tolerance as loose as that: the forces of the first step are far off then.
    await page.evaluate(() => {
      const post = Object.getOwnPropertyDescriptor(Worker.prototype, "postMessage")!;
      Worker.prototype.postMessage = function (message, ...rest: unknown[]) {
        if (message.type === "load") {
          message.scene.solver.tolerance = 0.9;
          Object.defineProperty(Worker.prototype, "postMessage", post); // the next one is as it should be
        }
        Reflect.apply(post.value, this, [message, ...rest]);
      };
    });
    await button("Reset");
    await until(() => sign.isVisible());
    expect(await sign.innerText()).toContain("tearing waits");
    await pick("scene", "hanging-sheet");
    await until(async () => !(await sign.isVisible()));
  });

  test("a solver that needs many substeps says so and goes on answering", async () => {
    await startCoarse();
    await pick("resolution", "48");
    await pick("model", "membrane");
    await put("stiffness", 10_000);
    await pick("type", "rk4");
    // A frame from the midst of a step: the page need not wait for the end of it.
    await until(async () => (await stat("time")) > 0 && (await stat("time")) < 1 / 60, 5);
    await until(() => page.locator("#pace").isVisible());
    expect(await page.locator("#pace").innerText()).toMatch(
      /^rk4 needs \d+ substeps a step for this cloth: [\d.,]+ × slower than real time\./,
    );
    await pick("type", "xpbd");
    await until(async () => (await stat("substeps")) === 20 && (await stat("time")) > 0.1);
  });

  test("what is set outlives a reset, and another scene brings its own", async () => {
    await startCoarse();
    await pick("model", "baraff-witkin");
    await put("warp", 2000);
    await put("substeps", 12);
    await put("wind", 3);
    await put("gusts", 0.5);
    await until(async () => (await stat("substeps")) === 12 && (await stat("time")) > 1);
    await button("Reset");
    await until(async () => (await stat("time")) < 1 && (await stat("substeps")) === 12);
    expect([await picked("model"), await picked("resolution")]).toEqual(["baraff-witkin", "16"]);
    expect(await value("warp")).toBe(2000);
    expect([await value("substeps"), await value("wind"), await value("gusts")]).toEqual([
      12, 3, 0.5,
    ]);
    await pick("scene", "flag-in-gusts");
    await until(async () => (await stat("particles")) === 31 * 21 && (await stat("substeps")) > 0);
    expect([await picked("model"), await stat("substeps")]).toEqual(["springs", 20]);
    expect([await value("wind"), await value("gusts"), await value("turbulence")]).toEqual([
      10, 0.5, 3,
    ]);
    expect((await labels()).includes("tear limit")).toBe(false); // this one does not tear
  });

  test("a refused choice is explained, the cloth of before goes on, and another choice mends it", async () => {
    await startCoarse();
    await put("damping", 0);
    await pick("type", "forward-euler");
    await until(() => problem().isVisible());
    expect(await problem().innerText()).toContain("forward-euler needs steps of");
    const time = await stat("time");
    await until(async () => (await stat("time")) > time && (await stat("substeps")) === 20);
    await put("damping", 2);
    await until(async () => (await stat("substeps")) > 20);
    expect(await problem().isVisible()).toBe(false);
  });

  test.each([
    ["separation-tensor", "random", "slice"],
    ["tension", "severest", "plane"],
    ["stretch", "seam-first", "weak-point"],
  ])("rips by %s, %s and %s, chosen while the cloth hangs", async (criterion, order, path) => {
    await startCoarse();
    await pick("tears by", criterion);
    await pick("goes first", order);
    await pick("path", path);
    expect((await labels()).includes("weak strength")).toBe(path === "weak-point");
    await rip();
    expect(await problem().isVisible()).toBe(false);
  });

  test("marks the weak points where tears end, on demand", async () => {
    await pick("scene", "weak-points");
    await until(async () => (await stat("tears")) > 8);
    expect(await bluePixels()).toBe(0);
    await row("show weak points").locator(".tp-ckbv_w").click();
    await until(async () => (await bluePixels()) > 10);
  });

  test("rips at the exact time too, chosen while the cloth hangs", async () => {
    await startCoarse();
    expect(await row("resolve").locator("option").allTextContents()).toEqual([
      "step",
      "substep",
      "exact",
    ]);
    expect(await picked("resolve")).toBe("step");
    await pick("resolve", "exact");
    await rip();
    expect(await problem().isVisible()).toBe(false);
  });

  test("a slash with the knife cuts the curtain, and an undo makes it whole", async () => {
    await startCoarse();
    const undo = page.getByRole("button", { name: "Undo cut" });
    expect(await undo.isDisabled()).toBe(true);
    await button("Knife");
    expect(await cursor()).toBe("crosshair");
    await slash();
    await until(async () => (await stat("cuts")) === 1 && (await stat("pieces")) >= 2);
    await page.keyboard.press("Control+z");
    await until(async () => (await stat("cuts")) === 0);
    // It stays whole while it comes together, and when that is over.
    const time = await stat("time");
    await until(async () => (await stat("time")) > time + 1);
    expect([await stat("pieces"), await stat("particles")]).toEqual([1, 17 * 15]);
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await cursor()).toBe("grab");
  });

  test("goes back to a time before the rip, and goes on from there", async () => {
    await startCoarse();
    await until(async () => (await stat("time")) > 0.5);
    await rip();
    await until(async () => (await newestFrame()) > 60);
    const particles = await stat("particles");
    await rewindTo(20);
    await until(async () => (await stat("time")) === 0.33);
    expect([await stat("tears"), await stat("pieces")]).toEqual([0, 1]);
    expect(await stat("particles")).toBe(17 * 15);
    // Forth again: until it goes on, what came later is still there.
    const newest = await newestFrame();
    await rewindTo(newest);
    await until(async () => (await stat("particles")) >= particles);
    expect(await stat("tears")).toBeGreaterThan(0);

    await rewindTo(20);
    await until(async () => (await stat("time")) === 0.33);
    await put("wind", 2); // while it is rewound
    await button("One step");
    await until(async () => (await stat("time")) === 0.35);
    expect(await newestFrame()).toBe(21);
    await button("Go on");
    await until(async () => (await stat("time")) > 1);
    expect([await stat("tears"), await stat("pieces")]).toEqual([0, 1]);
    expect(await value("wind")).toBe(2);
    expect(await problem().isVisible()).toBe(false);
  });

  test("shows of tearing only what the choice makes use of", async () => {
    await startCoarse();
    await pick("tears by", "off");
    expect(await row("path").isVisible()).toBe(false);
    expect(await labels()).not.toContain("tear limit");
    await pick("tears by", "separation-tensor");
    expect(await row("path").isVisible()).toBe(true);
    expect(await value("tear limit")).toBe(0.3);
  });

  test("tears by itself where the scene says so", async () => {
    await page.locator("#panel select").nth(0).selectOption({ label: "lateral-pull" });
    await until(async () => (await stat("tears")) > 3);
  });

  test("has shown no error", async () => {
    expect(problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  async function until(isSo: () => Promise<boolean>, everyMilliseconds = 100): Promise<void> {
    if (await soon(isSo, 30_000, everyMilliseconds)) return;
    throw new Error("waited 30 s for the lab in vain");
  }

  async function soon(
    isSo: () => Promise<boolean>,
    withinMilliseconds: number,
    everyMilliseconds = 100,
  ): Promise<boolean> {
    const end = Date.now() + withinMilliseconds;
    while (Date.now() < end) {
      if (await isSo()) return true;
      await page.waitForTimeout(everyMilliseconds);
    }
    return false;
  }

  /** How many pixels of the page have the blue of the marks of weak points. */
  async function bluePixels(): Promise<number> {
    const picture = (await page.screenshot()).toString("base64");
    return page.evaluate(async (base64) => {
      const response = await fetch(`data:image/png;base64,${base64}`);
      const bitmap = await createImageBitmap(await response.blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 2]! > 150 && data[i]! < 80 && data[i + 1]! < 140) count++;
      }
      return count;
    }, picture);
  }

  /** A curtain of few particles, all else as the scene says. */
  async function startCoarse(): Promise<void> {
    await pick("scene", "curtain");
    await button("Scene's own settings");
    await pick("resolution", "16");
    await until(async () => (await stat("tears")) === 0 && (await stat("particles")) === 17 * 15);
  }

  /** Drags the cloth until it tears: on a busy machine a hand may slip off once, and takes hold elsewhere then. */
  async function rip(): Promise<void> {
    const hasTorn = async (): Promise<boolean> => (await stat("tears")) > 0;
    for (const [x, y] of PLACES) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 1; i <= 20 && !(await hasTorn()); i++) {
        await page.mouse.move(x - 9 * i, y + 9 * i);
        await page.waitForTimeout(30);
      }
      const torn = await soon(hasTorn, 15_000); // held all the while, however slow the machine
      await page.mouse.up();
      if (torn) return;
      await button("First view"); // had it been beside the cloth, the view would have turned
    }
    throw new Error("dragged the cloth in vain");
  }

  /** Slashes across the curtain from left to right, beginning beside it and ending behind the panel. */
  async function slash(): Promise<void> {
    await page.mouse.move(100, 200);
    await page.mouse.down();
    await page.mouse.move(600, 200, { steps: 3 });
    await page.mouse.up();
  }

  /** Puts the world to the time after so many whole steps. */
  const rewindTo = (frame: number): Promise<void> =>
    row("rewind").locator("input").fill(String(frame));
  const newestFrame = async (): Promise<number> =>
    Number(await row("rewind").locator("input").getAttribute("max"));

  /** Waits until what the worker had on its way has arrived. */
  async function settled(): Promise<void> {
    await page.waitForTimeout(500);
  }
});
