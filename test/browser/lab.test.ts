import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the lab in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    await page.locator("#more summary").click(); // all controls in sight
  });

  afterAll(async () => {
    await lab.close();
  });

  const substepsShown = (): Promise<string> =>
    lab.row("substeps").locator("input, textarea").last().inputValue();
  const cursor = (): Promise<string> =>
    page.locator("#view").evaluate((view) => getComputedStyle(view).cursor);

  test("starts whole and moves", async () => {
    expect(await lab.stat("particles")).toBe(49 * 43);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    await lab.until(async () => (await lab.stat("ms")) > 0 && (await lab.stat("fps")) > 0);
  });

  test("rips where it is dragged, and the figures follow", async () => {
    const before = await lab.stat("particles");
    await lab.rip();
    await lab.button("Pause");
    await lab.settled();
    // One for each tear, and those of loose points that part with it.
    expect(await lab.stat("tears")).toBeGreaterThan(0);
    expect(await lab.stat("particles")).toBeGreaterThanOrEqual(before + (await lab.stat("tears")));
  });

  test("steps one by one while it is paused, and goes on", async () => {
    await lab.settled();
    const time = await lab.stat("time");
    await lab.settled();
    expect(await lab.stat("time")).toBe(time);
    await lab.button("One step");
    await lab.until(async () => (await lab.stat("time")) > time);
    await lab.settled();
    expect(Math.abs((await lab.stat("time")) - time - 1 / 60)).toBeLessThan(0.0101); // shown to 0.01 s
    await lab.button("Play");
    await lab.until(async () => (await lab.stat("time")) > time + 0.2);
  });

  test("is whole again after a reset", async () => {
    await lab.button("Restart");
    await lab.until(async () => (await lab.stat("tears")) === 0);
    expect(await lab.stat("particles")).toBe(49 * 43);
  });

  test("takes another resolution and another scene", async () => {
    const select = (index: number, label: string): Promise<string[]> =>
      page.locator("#panel select").nth(index).selectOption({ label });
    await select(1, "16");
    await lab.until(async () => (await lab.stat("particles")) === 17 * 15);
    await select(0, "hanging-sheet");
    await lab.until(async () => (await lab.stat("particles")) === 25 * 25);
  });

  test("shows generated meshes in their resolution, and a mesh from a file as it is", async () => {
    const selects = page.locator("#panel select");
    await selects.nth(0).selectOption({ label: "t-shirt" });
    await lab.until(async () => (await lab.stat("particles")) === 1770);
    expect(await selects.nth(1).locator("option").allTextContents()).toEqual(["16", "21", "24"]);
    await selects.nth(1).selectOption({ label: "16" });
    await lab.until(async () => (await lab.stat("particles")) < 1300);
    await selects.nth(0).selectOption({ label: "flag" });
    await lab.until(async () => (await lab.stat("particles")) === 493);
    expect(await lab.stat("pieces")).toBe(1);
    expect(await page.getByText("resolution").count()).toBe(0);
  });

  test.each([
    ["springs", ["bend springs"]],
    ["angles", ["shear", "bending"]],
    ["baraff-witkin", ["shear", "bending"]],
    ["membrane", ["shear", "Poisson ratio", "bending"]],
  ])("the model %s shows its own parameters, moves and rips", async (model, parameters) => {
    await lab.startCoarse();
    await lab.pick("model", model);
    const shown = await lab.labels();
    expect(shown.slice(shown.indexOf("material"), shown.indexOf("type"))).toEqual([
      ...["material", "strength", "stiffness", "density", "warp", "weft"],
      ...parameters,
      ...["damping", "shear damp.", ...(model === "springs" ? [] : ["bend damp."])],
      ...["weave", "weave angle", "yield", "bend yield", "plasticity", "thickness", "friction"],
      "model",
    ]);
    await lab.until(async () => (await lab.stat("time")) > 0.3);
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test.each(["xpbd", "euler", "midpoint", "rk4", "forward-euler"])(
    "the solver %s shows its own settings, moves soft cloth and rips it",
    async (type) => {
      await lab.startCoarse();
      await lab.put("stiffness", 100);
      await lab.put("damping", 0.1);
      await lab.pick("type", type);
      await lab.until(
        async () => (await lab.stat("tears")) === 0 && (await lab.stat("time")) > 0.3,
      );
      expect((await lab.labels()).includes("stretch limit")).toBe(type !== "xpbd");
      if (type === "xpbd") expect(await substepsShown()).toBe("20");
      else await lab.until(async () => /^auto: \d+$/.test(await substepsShown()));
      expect(await lab.stat("substeps")).toBeGreaterThan(1);
      await lab.rip();
      expect(await lab.problem.isVisible()).toBe(false);
    },
  );

  test("implicit shows its own settings and figures, and rips", async () => {
    await lab.startCoarse();
    expect(await page.getByText("residual").isVisible()).toBe(false); // only this solver has one
    await lab.pick("type", "implicit");
    await lab.put("stiffness", 100);
    await lab.until(
      async () => (await lab.text("residual")) !== "–" && (await lab.stat("time")) > 0.3,
    );
    expect(await lab.text("residual")).toMatch(/^(< 0\.0001|0\.\d{4})$/);
    expect(await lab.stat("iterations")).toBeGreaterThanOrEqual(4);
    expect(await lab.stat("substeps")).toBeGreaterThanOrEqual(4);
    await lab.until(async () => /^auto: \d+$/.test(await substepsShown()));
    expect(await lab.labels()).not.toContain("stretch limit");
    expect([await lab.picked("tolerance"), await lab.picked("equations")]).toEqual([
      "normal: 0.0005",
      "auto",
    ]);
    await lab.pick("tolerance", "fast: 0.005");
    await lab.pick("equations", "direct");
    await lab.until(async () => (await lab.stat("tears")) === 0 && (await lab.stat("time")) > 0.3);
    expect(await lab.picked("tolerance")).toBe("fast: 0.005");
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
    expect(await page.locator("footer").innerText()).not.toContain("NaN");
  });

  test("auto says what it took and why, and goes on when the cloth changes", async () => {
    await lab.startCoarse();
    await lab.pick("type", "auto");
    const choice = page.locator("#choice");
    await lab.until(() => choice.isVisible());
    expect(await choice.innerText()).toMatch(
      /^Took (euler|implicit): true forces, .*\.\nWhy: .* 17 ms; /,
    );
    await lab.pick("budget", "1");
    await lab.until(async () => (await choice.innerText()).startsWith("Took xpbd: "));
    await lab.until(async () => /^auto: \d+$/.test(await substepsShown()));
    const taken = await substepsShown();
    const time = await lab.stat("time");
    await lab.put("density", 0.3);
    await lab.until(async () => (await lab.stat("time")) > time + 0.2);
    expect(await substepsShown()).toBe(taken);
    expect(await choice.innerText()).toMatch(/^Took xpbd: /);
    expect(await lab.problem.isVisible()).toBe(false);
    await lab.pick("type", "xpbd");
    expect(await choice.isVisible()).toBe(false);
  });

  test("says when forces are not trusted and tearing waits", async () => {
    const sign = page.locator("#trust");
    await lab.pick("scene", "violent-drag");
    await lab.pick("resolution", "16");
    await lab.pick("tears by", "stretch");
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
    await lab.button("Restart");
    await lab.until(() => sign.isVisible());
    expect(await sign.innerText()).toContain("tearing waits");
    await lab.pick("scene", "hanging-sheet");
    await lab.until(async () => !(await sign.isVisible()));
  });

  test("a solver that needs many substeps says so and goes on answering", async () => {
    await lab.startCoarse();
    await lab.pick("resolution", "48");
    await lab.pick("model", "membrane");
    await lab.put("stiffness", 10_000);
    await lab.pick("type", "rk4");
    // A frame from the midst of a step: the page need not wait for the end of it.
    await lab.until(
      async () => (await lab.stat("time")) > 0 && (await lab.stat("time")) < 1 / 60,
      5,
    );
    await lab.until(() => page.locator("#pace").isVisible());
    expect(await page.locator("#pace").innerText()).toMatch(
      /^rk4 needs \d+ substeps a step for this cloth: [\d.,]+ × slower than real time\./,
    );
    await lab.pick("type", "xpbd");
    await lab.until(
      async () => (await lab.stat("substeps")) === 20 && (await lab.stat("time")) > 0.1,
    );
  });

  test("what is set outlives a reset, and another scene brings its own", async () => {
    await lab.startCoarse();
    await lab.pick("model", "baraff-witkin");
    await lab.put("warp", 2000);
    await lab.put("substeps", 12);
    await lab.put("wind", 3);
    await lab.put("gusts", 0.5);
    await lab.until(
      async () => (await lab.stat("substeps")) === 12 && (await lab.stat("time")) > 1,
    );
    await lab.button("Restart");
    await lab.until(
      async () => (await lab.stat("time")) < 1 && (await lab.stat("substeps")) === 12,
    );
    expect([await lab.picked("model"), await lab.picked("resolution")]).toEqual([
      "baraff-witkin",
      "16",
    ]);
    expect(await lab.value("warp")).toBe(2000);
    expect([
      await lab.value("substeps"),
      await lab.value("wind"),
      await lab.value("gusts"),
    ]).toEqual([12, 3, 0.5]);
    await lab.pick("scene", "flag-in-gusts");
    await lab.until(
      async () => (await lab.stat("particles")) === 31 * 21 && (await lab.stat("substeps")) > 0,
    );
    expect([await lab.picked("model"), await lab.stat("substeps")]).toEqual(["springs", 20]);
    expect([
      await lab.value("wind"),
      await lab.value("gusts"),
      await lab.value("turbulence"),
    ]).toEqual([10, 0.5, 3]);
    expect((await lab.labels()).includes("tear limit")).toBe(false); // this one does not tear
  });

  test("a refused choice is explained, the cloth of before goes on, and another choice mends it", async () => {
    await lab.startCoarse();
    await lab.put("damping", 0);
    await lab.pick("type", "forward-euler");
    await lab.until(() => lab.problem.isVisible());
    expect(await lab.problem.innerText()).toContain("forward-euler needs steps of");
    const time = await lab.stat("time");
    await lab.until(
      async () => (await lab.stat("time")) > time && (await lab.stat("substeps")) === 20,
    );
    await lab.put("damping", 2);
    await lab.until(async () => (await lab.stat("substeps")) > 20);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test.each([
    ["separation-tensor", "random", "slice"],
    ["tension", "severest", "plane"],
    ["stretch", "seam-first", "weak-point"],
  ])("rips by %s, %s and %s, chosen while the cloth hangs", async (criterion, order, path) => {
    await lab.startCoarse();
    await lab.pick("tears by", criterion);
    await lab.pick("goes first", order);
    await lab.pick("path", path);
    expect((await lab.labels()).includes("weak strength")).toBe(path === "weak-point");
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("marks the weak points where tears end, on demand", async () => {
    await lab.pick("scene", "weak-points");
    await lab.until(async () => (await lab.stat("tears")) > 8);
    // From near: the marks are small.
    await page.mouse.move(300, 180);
    await page.mouse.wheel(0, -2000);
    await lab.settled();
    expect(await bluePixels()).toBe(0);
    await page.locator("#overlays summary").click();
    await page.getByLabel("Tips and weak points").click();
    await lab.until(async () => (await bluePixels()) > 10);
    await page.getByLabel("Tips and weak points").click();
    await page.locator("#overlays summary").click();
  });

  test("rips at the exact time too, chosen while the cloth hangs", async () => {
    await lab.startCoarse();
    expect(await lab.row("resolve").locator("option").allTextContents()).toEqual([
      "step",
      "substep",
      "exact",
    ]);
    expect(await lab.picked("resolve")).toBe("step");
    await lab.pick("resolve", "exact");
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("a slash with the knife cuts the curtain, and an undo makes it whole", async () => {
    await lab.startCoarse();
    const undo = page.getByRole("button", { name: "Undo cut" });
    expect(await undo.isDisabled()).toBe(true);
    await lab.button("Knife");
    expect(await cursor()).toBe("crosshair");
    await lab.slash();
    await lab.until(async () => (await lab.stat("cuts")) === 1 && (await lab.stat("pieces")) >= 2);
    await page.keyboard.press("Control+z");
    await lab.until(async () => (await lab.stat("cuts")) === 0);
    // It stays whole while it comes together, and when that is over.
    const time = await lab.stat("time");
    await lab.until(async () => (await lab.stat("time")) > time + 1);
    expect([await lab.stat("pieces"), await lab.stat("particles")]).toEqual([1, 17 * 15]);
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await cursor()).toBe("grab");
  });

  test("goes back to a time before the rip, and goes on from there", async () => {
    await lab.startCoarse();
    await lab.until(async () => (await lab.stat("time")) > 0.5);
    await lab.rip();
    await lab.until(async () => (await lab.newestFrame()) > 60);
    const particles = await lab.stat("particles");
    await lab.rewindTo(20);
    await lab.until(async () => (await lab.stat("time")) === 0.33);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    expect(await lab.stat("particles")).toBe(17 * 15);
    // Forth again: until it goes on, what came later is still there.
    const newest = await lab.newestFrame();
    await lab.rewindTo(newest);
    await lab.until(async () => (await lab.stat("particles")) >= particles);
    expect(await lab.stat("tears")).toBeGreaterThan(0);

    await lab.rewindTo(20);
    await lab.until(async () => (await lab.stat("time")) === 0.33);
    await lab.put("wind", 2); // while it is rewound
    await lab.button("One step");
    await lab.until(async () => (await lab.stat("time")) === 0.35);
    expect(await lab.newestFrame()).toBe(21);
    await lab.button("Play");
    await lab.until(async () => (await lab.stat("time")) > 1);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    expect(await lab.value("wind")).toBe(2);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("shows of tearing only what the choice makes use of", async () => {
    await lab.startCoarse();
    await lab.pick("tears by", "off");
    expect(await lab.row("path").isVisible()).toBe(false);
    expect(await lab.labels()).not.toContain("tear limit");
    await lab.pick("tears by", "separation-tensor");
    expect(await lab.row("path").isVisible()).toBe(true);
    expect(await lab.value("tear limit")).toBe(0.3);
  });

  test("tears by itself where the scene says so", async () => {
    await page.locator("#panel select").nth(0).selectOption({ label: "lateral-pull" });
    await lab.until(async () => (await lab.stat("tears")) > 3);
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

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
});
