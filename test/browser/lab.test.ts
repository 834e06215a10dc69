import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "../../lab/src/simulation/messages.js";
import { sample, SOAK } from "../runs.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** The models, with their specific parameters. */
const MODELS_SHOWN = [
  ["springs", ["Bend springs"]],
  ["angles", ["Shear", "Bending"]],
  ["baraff-witkin", ["Shear", "Bending"]],
  ["membrane", ["Shear", "Poisson ratio", "Bending"]],
] as const;

describe.skipIf(!executablePath)("the lab in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    await page.locator("#more summary").click(); // makes all controls visible
  });

  afterAll(async () => {
    await lab.close();
  });

  const substepsShown = (): Promise<string> =>
    lab.row("Substeps").locator("input, textarea").last().inputValue();
  const cursor = (): Promise<string> =>
    page.locator("#view").evaluate((view) => getComputedStyle(view).cursor);

  test("starts whole and moves", async () => {
    expect(await lab.stat("particles")).toBe(49 * 43);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    const start = await lab.lowest();
    await lab.advance(10);
    expect(await lab.lowest()).not.toBe(start);
    expect(await lab.advance(50)).toBe(true);
    expect((await lab.stats()).frame).toBe(60);
    expect(await lab.stat("time")).toBe(1);
    expect(await lab.stat("ms")).toBeGreaterThan(0);
    await lab.draw(40);
    expect(await lab.stat("fps")).toBeGreaterThan(0);
  });

  test("tears where it is dragged, and the stats follow", async () => {
    const before = await lab.stat("particles");
    await lab.rip();
    await lab.button("Pause");
    // One per tear, plus loose vertices that separate with it.
    expect(await lab.stat("tears")).toBeGreaterThan(0);
    expect(await lab.stat("particles")).toBeGreaterThanOrEqual(before + (await lab.stat("tears")));
  });

  test("makes single steps while paused, and continues", async () => {
    const { frame } = await lab.stats();
    expect(await lab.advance(5)).toBe(false);
    expect((await lab.stats()).frame).toBe(frame);
    await lab.button("One step");
    expect((await lab.stats()).frame).toBe(frame + 1);
    await lab.button("Play");
    expect(await lab.advance(5)).toBe(true);
    expect((await lab.stats()).frame).toBe(frame + 6);
  });

  test("is whole again after a restart", async () => {
    await lab.button("Restart");
    await lab.settled();
    expect(await lab.stat("tears")).toBe(0);
    expect(await lab.stat("particles")).toBe(49 * 43);
  });

  test("takes another resolution and another scene", async () => {
    await lab.pick("Resolution", "16");
    expect(await lab.stat("particles")).toBe(17 * 15);
    await lab.pick("Scene", "hanging-sheet");
    expect(await lab.stat("particles")).toBe(25 * 25);
  });

  test("shows generated meshes in their resolution, and a mesh from a file as it is", async () => {
    await lab.pick("Scene", "t-shirt");
    expect(await lab.stat("particles")).toBe(1770);
    const resolutions = lab.row("Resolution").locator("option");
    expect(await resolutions.allTextContents()).toEqual(["16", "21", "24"]);
    await lab.pick("Resolution", "16");
    expect(await lab.stat("particles")).toBeLessThan(1300);
    await lab.pick("Scene", "flag");
    expect(await lab.stat("particles")).toBe(493);
    expect(await lab.stat("pieces")).toBe(1);
    expect(await page.getByText("Resolution").count()).toBe(0);
  });

  test.each(SOAK ? MODELS_SHOWN : MODELS_SHOWN.slice(2))(
    "the model %s shows its parameters, moves and tears",
    async (model, parameters) => {
      await lab.startCoarse();
      await lab.pick("Model", model);
      const shown = await lab.labels();
      expect(shown.slice(shown.indexOf("Material"), shown.indexOf("Type"))).toEqual([
        ...["Material", "Breaking strain", "Stiffness", "Density", "Warp", "Weft"],
        ...parameters,
        ...["Damping", "Shear damp.", ...(model === "springs" ? [] : ["Bend damp."])],
        ...["Weave", "Weave angle", "Yield strain", "Bend yield"],
        ...["Plasticity", "Thickness", "Friction"],
        "Model",
      ]);
      await lab.advance(20);
      await lab.rip();
      expect(await lab.problem.isVisible()).toBe(false);
    },
  );

  test.each(sample(["xpbd", "euler", "midpoint", "rk4", "forward-euler"], ["euler", "rk4"]))(
    "the solver %s shows its settings, moves soft cloth and tears it",
    async (type) => {
      await lab.startCoarse();
      await lab.put("Stiffness", 100);
      await lab.put("Damping", 0.1);
      await lab.pick("Type", type);
      await lab.advance(20);
      expect((await lab.stats()).solver).toBe(type);
      expect(await lab.stat("tears")).toBe(0);
      expect((await lab.labels()).includes("Stretch limit")).toBe(type !== "xpbd");
      if (type === "xpbd") expect(await substepsShown()).toBe("20");
      else await lab.untilShown(async () => /^auto: \d+$/.test(await substepsShown()));
      expect(await lab.stat("substeps")).toBeGreaterThan(1);
      await lab.rip();
      expect(await lab.problem.isVisible()).toBe(false);
    },
  );

  test("implicit shows its settings and stats, and tears", async () => {
    await lab.startCoarse();
    await lab.pick("Type", "xpbd");
    expect(await page.getByText("residual").isVisible()).toBe(false); // only for implicit
    await lab.pick("Type", "implicit");
    await lab.put("Stiffness", 100);
    await lab.advance(20);
    expect(await lab.text("residual")).toMatch(/^(< 0\.0001|0\.\d{4})$/);
    expect(await lab.stat("iterations")).toBeGreaterThanOrEqual(4);
    expect(await lab.stat("substeps")).toBeGreaterThanOrEqual(4);
    await lab.untilShown(async () => /^auto: \d+$/.test(await substepsShown()));
    expect(await lab.labels()).not.toContain("Stretch limit");
    expect([await lab.picked("Tolerance"), await lab.picked("Linear solver")]).toEqual([
      "normal",
      "auto",
    ]);
    await lab.pick("Tolerance", "fast: 0.005");
    await lab.pick("Linear solver", "direct");
    await lab.advance(20);
    expect(await lab.picked("Tolerance")).toBe("fast: 0.005");
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
    expect(await page.locator("footer").innerText()).not.toContain("NaN");
  });

  test("auto reports its choice and the reason, and continues when the cloth changes", async () => {
    await lab.startCoarse();
    expect(await lab.picked("Type")).toBe("auto");
    const choice = page.locator("#choice");
    expect(await choice.innerText()).toMatch(
      /^Solver: implicit, accurate forces, .*\.\nReason: .* 50 ms; /,
    );
    await lab.put("Damping", 0.01);
    await lab.put("Stiffness", 5); // chosen again in the next step
    await lab.advance(1);
    expect(await choice.innerText()).toMatch(/^Solver: euler, accurate forces, /);
    await lab.startCoarse();
    await lab.pick("Model", "membrane");
    await lab.pick("Budget", "1");
    expect(await choice.innerText()).toMatch(/^Solver: xpbd, /);
    await lab.advance(5);
    await lab.untilShown(async () => /^auto: \d+$/.test(await substepsShown()));
    const taken = await substepsShown();
    await lab.put("Density", 0.3);
    await lab.advance(10);
    expect((await lab.stats()).frame).toBe(15);
    expect(await substepsShown()).toBe(taken);
    expect(await choice.innerText()).toMatch(/^Solver: xpbd, /);
    expect(await lab.problem.isVisible()).toBe(false);
    await lab.pick("Type", "xpbd");
    expect(await choice.isVisible()).toBe(false);
  });

  test("shows a note when forces are not trusted and tearing waits", async () => {
    const sign = page.locator("#trust");
    await lab.pick("Scene", "violent-drag");
    await lab.pick("Resolution", "16");
    await lab.pick("Type", "implicit");
    await lab.pick("Criterion", "stretch");
    expect(await sign.isVisible()).toBe(false);
    // The forces of the first step are far off then.
    await loosenNextLoad();
    await lab.button("Restart");
    await lab.settled();
    await lab.advance(1);
    expect(await sign.innerText()).toContain("tearing waits");
    await lab.pick("Scene", "hanging-sheet");
    expect(await sign.isVisible()).toBe(false);
  });

  test("a solver with many substeps shows frames within a step and a note, and can be replaced", async () => {
    await lab.startCoarse();
    await lab.pick("Resolution", "24");
    await lab.pick("Model", "membrane");
    await lab.put("Stiffness", 10_000);
    await lab.pick("Type", "rk4");
    await page.evaluate(() => {
      const times: number[] = [];
      const shown = document.querySelector('[data-stat="time"]')!;
      new MutationObserver(() => times.push(Number(shown.textContent))).observe(shown, {
        childList: true,
      });
      Object.assign(globalThis, { times });
    });
    await lab.advance(2);
    // Frames within a step: the page does not wait for its end.
    const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
    expect(times.some((time) => time > 0 && time < 1 / 60)).toBe(true);
    const pace = page.locator("#pace");
    expect(await pace.isVisible()).toBe(false); // a short delay is not reported
    await lab.draw(70); // more than a second
    await lab.advance(1);
    expect(await pace.innerText()).toMatch(
      /^rk4 needs \d+ substeps per step for this cloth: [\d.,]+ × slower than real time\./,
    );
    await lab.pick("Type", "xpbd");
    await lab.advance(6);
    expect(await lab.stat("substeps")).toBe(20);
  });

  test("settings survive a restart, and another scene has its own", async () => {
    await lab.startCoarse();
    await lab.pick("Model", "baraff-witkin");
    await lab.pick("Type", "xpbd");
    await lab.put("Warp", 2000);
    await lab.put("Substeps", 12);
    await lab.put("Wind", 3);
    await lab.put("Gusts", 0.5);
    await lab.advance(20);
    expect(await lab.stat("substeps")).toBe(12);
    await lab.button("Restart");
    await lab.settled();
    await lab.advance(1);
    expect((await lab.stats()).frame).toBe(1);
    expect(await lab.stat("substeps")).toBe(12);
    expect([await lab.picked("Model"), await lab.picked("Resolution")]).toEqual([
      "baraff-witkin",
      "16",
    ]);
    expect(await lab.value("Warp")).toBe(2000);
    expect([
      await lab.value("Substeps"),
      await lab.value("Wind"),
      await lab.value("Gusts"),
    ]).toEqual([12, 3, 0.5]);
    await lab.pick("Scene", "flag-in-gusts");
    await lab.advance(1);
    expect(await lab.stat("particles")).toBe(31 * 21);
    expect([await lab.picked("Model"), await lab.stat("substeps")]).toEqual(["springs", 4]);
    expect([
      await lab.value("Wind"),
      await lab.value("Gusts"),
      await lab.value("Turbulence"),
    ]).toEqual([10, 0.5, 3]);
    expect((await lab.labels()).includes("Tear threshold")).toBe(false); // this scene does not tear
  });

  test("a refused choice is explained, the previous cloth continues, and another choice fixes it", async () => {
    await lab.startCoarse();
    await lab.put("Damping", 0);
    await lab.pick("Type", "forward-euler");
    expect(await lab.problem.innerText()).toContain("forward-euler needs steps of");
    expect(await lab.advance(2)).toBe(true);
    expect(await lab.stat("substeps")).toBe(4);
    await lab.put("Damping", 2);
    await lab.advance(1);
    expect(await lab.stat("substeps")).toBeGreaterThan(20);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test.each([
    ["separation-tensor", "random", "slice"],
    ["tension", "severest", "plane"],
    ["stretch", "seam-first", "weak-point"],
  ])("tears by %s, %s and %s, chosen while running", async (criterion, order, path) => {
    await lab.startCoarse();
    await lab.pick("Criterion", criterion);
    await lab.pick("Tear priority", order);
    await lab.pick("Tear path", path);
    expect((await lab.labels()).includes("Weak strength")).toBe(path === "weak-point");
    if (criterion === "separation-tensor") {
      await lab.pick("Threshold from", "custom value");
      await lab.put("Tear threshold", 0.05);
    }
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("marks the weak points where tears end, on demand", async () => {
    await lab.pick("Scene", "weak-points");
    await lab.until(async () => (await lab.stat("tears")) > 8);
    await lab.button("Pause");
    // Zoom in, because the marks are small, and pan to the lower edge, where it tears.
    await page.mouse.move(300, 180);
    await page.mouse.wheel(0, -600);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(300, 80, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await lab.draw(10);
    expect(await bluePixels()).toBe(0);
    await page.locator("#overlays summary").click();
    await page.getByLabel("Tips and weak points").click();
    await lab.settled();
    expect(await bluePixels()).toBeGreaterThan(2); // three tips
    await page.getByLabel("Tips and weak points").click();
    await page.locator("#overlays summary").click();
    await lab.button("Play");
  });

  test("tears at the exact time, chosen while running", async () => {
    await lab.startCoarse();
    expect(await lab.row("Resolve").locator("option").allTextContents()).toEqual([
      "step",
      "substep",
      "exact",
    ]);
    expect(await lab.picked("Resolve")).toBe("step");
    await lab.pick("Resolve", "exact");
    await lab.rip();
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("the knife cuts the curtain, and an undo makes it whole", async () => {
    await lab.startCoarse();
    const undo = page.getByRole("button", { name: "Undo cut" });
    expect(await undo.isDisabled()).toBe(true);
    await lab.button("Knife");
    expect(await cursor()).toBe("crosshair");
    await lab.slash();
    expect(await lab.stat("cuts")).toBe(1);
    expect(await lab.stat("pieces")).toBeGreaterThanOrEqual(2);
    await lab.advance(20); // the lower part falls some distance
    await lab.key("Control+z");
    expect(await lab.stat("cuts")).toBe(0);
    // It stays whole while it closes, and afterwards.
    await lab.advance(180);
    expect([await lab.stat("pieces"), await lab.stat("particles")]).toEqual([1, 17 * 15]);
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await cursor()).toBe("grab");
  });

  test("rewinds to a time before the tear, and resumes from there", async () => {
    await lab.startCoarse();
    await lab.advance(30);
    await lab.rip();
    await lab.advance(30);
    const particles = await lab.stat("particles");
    await lab.rewindTo(20);
    expect((await lab.stats()).frame).toBe(20);
    expect(await lab.stat("time")).toBe(0.33);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    expect(await lab.stat("particles")).toBe(17 * 15);
    // Forward again: until the run resumes, later frames are still available.
    const newest = await lab.newestFrame();
    await lab.rewindTo(newest);
    expect(await lab.stat("particles")).toBe(particles);
    expect(await lab.stat("tears")).toBeGreaterThan(0);

    await lab.rewindTo(20);
    await lab.put("Wind", 2); // while rewound
    await lab.button("One step");
    expect(await lab.stat("time")).toBe(0.35);
    expect(await lab.newestFrame()).toBe(21);
    await lab.button("Play");
    await lab.advance(60);
    expect([await lab.stat("tears"), await lab.stat("pieces")]).toEqual([0, 1]);
    expect(await lab.value("Wind")).toBe(2);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("shows only tearing settings that apply", async () => {
    await lab.startCoarse();
    await lab.pick("Criterion", "off");
    expect(await lab.row("Tear path").isVisible()).toBe(false);
    expect(await lab.labels()).not.toContain("Tear threshold");
    await lab.pick("Criterion", "separation-tensor");
    expect(await lab.row("Tear path").isVisible()).toBe(true);
    expect(await lab.labels()).not.toContain("Tear threshold"); // the material decides
    await lab.pick("Threshold from", "custom value");
    expect(await lab.value("Tear threshold")).toBe(0.2); // cotton
  });

  test("tears on its own in a scene that pulls", async () => {
    await lab.pick("Scene", "lateral-pull");
    await lab.until(async () => (await lab.stat("tears")) > 3);
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await page.locator("#problem").isVisible()).toBe(false);
  });

  /** Makes the next load use a larger tolerance than the panel offers. */
  async function loosenNextLoad(): Promise<void> {
    await page.evaluate(() => {
      const post = Object.getOwnPropertyDescriptor(Worker.prototype, "postMessage")!;
      Worker.prototype.postMessage = function (command: Command, ...rest: unknown[]) {
        if (command.type === "load") {
          Object.assign(command.scene.solver!, { tolerance: 0.9 });
          Object.defineProperty(Worker.prototype, "postMessage", post); // restores the original function
        }
        Reflect.apply(post.value, this, [command, ...rest]);
      };
    });
  }

  /** Returns the number of pixels with the color of weak points. */
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
