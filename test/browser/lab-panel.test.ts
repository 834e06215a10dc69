import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForResize } from "../../scripts/view-images.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the panel of the lab in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#more summary").click();
    await lab.startCoarse();
  });

  afterAll(async () => {
    await lab.close();
  });

  test("each group has its rows, and each row a tooltip and a name", async () => {
    const groups = await page.locator("#panel .tp-fldv").evaluateAll((folders) =>
      folders.map((folder) => ({
        title: folder.querySelector(".tp-fldv_t")!.textContent,
        labels: [
          ...folder.querySelectorAll(".tp-lblv:not(.tp-v-hidden, .tp-v-hidden *) .tp-lblv_l"),
        ]
          .map((label) => label.textContent)
          .filter((label) => label !== ""),
      })),
    );
    expect(groups.map(({ title }) => title)).toEqual([
      ...["Scene", "Cloth", "Solver", "Tearing", "Air", "World"],
    ]);
    const labelsOf = (name: string) => groups.find(({ title }) => title === name)!.labels;
    expect(labelsOf("Scene")).toEqual(["Scene", "Resolution, cells", "Mesh", "Diagonals"]);
    expect(labelsOf("Cloth")).toEqual(
      expect.arrayContaining(["Thickness, mm", "Friction", "Plasticity", "Damping, N·s/m"]),
    );
    expect(labelsOf("Solver")).toEqual([
      ...["Type", "Substeps", "Budget, ms per step", "Time step, s"],
    ]);
    expect(labelsOf("Air")).toEqual([
      ...["Wind, m/s", "Gusts, × wind", "Turbulence, m/s", "Air drag, N·s/m³"],
    ]);
    expect(labelsOf("World")).toEqual(["Gravity, m/s²", "Object friction", "Self-collision"]);
    await expectNamed();
    for (const type of ["implicit", "auto", "euler", "xpbd"]) {
      await lab.pick("Type", type);
      await expectNamed();
    }
    await lab.pick("Tear path", "weak-point");
    await expectNamed();
    await expectOneLine();
  });

  test("keyboard: arrows move sliders by a step, menus keep the focus, folders open and close", async () => {
    await lab.startCoarse();
    await lab.row("Gusts").locator("input[type=range]").focus();
    await page.keyboard.press("ArrowRight");
    expect(await lab.value("Gusts")).toBe(0.4);
    await page.keyboard.press("ArrowLeft");
    expect(await lab.value("Gusts")).toBe(0.35);
    await lab.row("Mesh").locator("select").focus();
    await lab.pick("Mesh", "irregular");
    expect(await page.evaluate(() => document.activeElement!.ariaLabel)).toBe("Mesh");
    const fold = page.getByRole("button", { name: "Air", exact: true });
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    await fold.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab"); // focus by keyboard
    await page.keyboard.press("Space");
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    await lab.row("Wind").waitFor({ state: "hidden" });
    expect(await page.getByRole("button", { name: "Pause (space)" }).count()).toBe(1); // still running
    await page.keyboard.press("Enter");
    await lab.row("Wind").waitFor();
  });

  test("a cut-off part floats without gravity, and falls with it", async () => {
    await lab.startCoarse();
    await lab.put("Wind", 0);
    await lab.advance(120); // until it is at rest
    await lab.put("Gravity", 0);
    await lab.button("Knife");
    await lab.slash();
    expect(await lab.stat("pieces")).toBeGreaterThanOrEqual(2);
    await page.keyboard.press("Escape");
    await lab.advance(42); // with gravity it would have reached the floor
    expect(await lab.lowest()).toBeGreaterThan(0.05);
    await lab.put("Gravity", 9.81);
    await lab.advance(42);
    expect(await lab.lowest()).toBeLessThan(0.03);
  });

  test("another mesh type has other particles, and the cloth still hangs", async () => {
    await lab.startCoarse();
    await lab.pick("Mesh", "irregular");
    expect(await lab.stat("particles")).not.toBe(17 * 15);
    await lab.advance(60);
    expect(await lab.stat("pins")).toBeGreaterThanOrEqual(9);
    expect(await lab.mean(1)).toBeGreaterThan(0.8);
    expect(await lab.stat("tears")).toBe(0);
    expect(await lab.labels()).not.toContain("Diagonals");
    await lab.pick("Mesh", "grid");
    expect(await lab.stat("particles")).toBe(17 * 15);
    await lab.pick("Diagonals", "one-way");
    expect(await lab.advance(20)).toBe(true);
    await lab.pick("Scene", "disc");
    expect(await lab.row("Mesh").locator("output").innerText()).toBe("disc");
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("cloth stays on a slope with high friction, and slides off without friction", async () => {
    await lab.pick("Scene", "slope");
    await lab.pick("Resolution", "16");
    await lab.put("Object friction", 1.5);
    await lab.put("Friction", 1.5);
    expect(await lab.stat("particles")).toBeLessThan(300);
    await lab.advance(90);
    expect(await lab.mean(0)).toBeLessThan(0.2);
    await lab.put("Friction", 0);
    await lab.advance(90);
    expect(await lab.mean(0)).toBeGreaterThan(0.6);
    expect((await lab.stats()).frame).toBe(180); // it was not restarted
  });

  test("a material is copied as JSON and pasted back", async () => {
    await lab.startCoarse();
    await lab.put("Breaking strain", 0.22);
    await lab.button("Copy preset as JSON");
    await page.getByRole("status").getByText("Material copied").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(text)).toEqual({ preset: "cotton", breakingStrain: 0.22 });
    await lab.put("Breaking strain", 0.5);
    await lab.button("Paste material…");
    const dialog = page.getByRole("dialog", { name: "Paste material" });
    await dialog.getByRole("textbox").fill('{ "density": 0 }');
    await dialog.getByRole("button", { name: "Apply" }).click();
    await lab.untilShown(async () => (await dialog.getByRole("alert").innerText()) !== "");
    expect(await dialog.getByRole("alert").innerText()).toMatch(/^material\.density: expected /);
    expect(await lab.value("Breaking strain")).toBe(0.5);
    await dialog.getByRole("textbox").fill(text);
    await page.keyboard.press("Control+Enter");
    await lab.untilShown(async () => (await dialog.count()) === 0);
    expect(await lab.picked("Material")).toBe("cotton, modified");
    expect(await lab.value("Breaking strain")).toBe(0.22);
    expect(await lab.advance(6)).toBe(true);
    // Without a clipboard there is a text to select, and the keys of the page are off.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await lab.button("Copy preset as JSON");
    const shown = page.getByRole("dialog", { name: "Material as JSON" });
    await shown.waitFor();
    expect(await shown.getByRole("textbox").inputValue()).toBe(text);
    await page.keyboard.press("Escape");
    await lab.untilShown(async () => (await shown.count()) === 0);
  });

  test("has no axe violations on a wide page, with the profile open", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await waitForResize(page);
    await page.keyboard.press("i");
    await expectAccessible();
  });

  test("is a sheet at the bottom of a small page, closed at first, and leaves the tools free", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await lab.reload();
    const title = page.getByRole("button", { name: "Settings" });
    expect(await title.getAttribute("aria-expanded")).toBe("false");
    expect(await lab.row("Scene").isVisible()).toBe(false);
    await title.click();
    await lab.row("Scene").waitFor();
    expect(await lab.row("Wind").isVisible()).toBe(false); // in a closed folder
    await unfolded();
    const [panel, tools] = await Promise.all(
      ["#panel", "#tools"].map((place) => page.locator(place).boundingBox()),
    );
    expect(panel!.height).toBeLessThanOrEqual(320);
    expect(panel!.y + panel!.height).toBeLessThanOrEqual(640);
    expect(tools!.y + tools!.height).toBeLessThanOrEqual(panel!.y);
    await page.evaluate(() => {
      const closed = document.querySelectorAll<HTMLElement>(
        ".tp-fldv:not(.tp-fldv-expanded) > button",
      );
      for (const button of closed) button.click();
      document.querySelector<HTMLDetailsElement>("#more")!.open = true;
    });
    await unfolded();
    await expectOneLine();
    await expectAccessible();
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  /** Waits for the end of the fold animations. */
  async function unfolded(): Promise<void> {
    await lab.draw(5);
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect!.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished),
      ),
    );
    await lab.draw();
  }

  /** Every row has a label, an accessible name and a tooltip. */
  async function expectNamed(): Promise<void> {
    const faults = await page.locator("#panel .tp-lblv").evaluateAll((rows) =>
      (rows as HTMLElement[])
        .filter((row) => !row.classList.contains("tp-lblv-nol"))
        .filter((row) => {
          const controls = [...row.querySelectorAll("input, select, output")];
          const isNamed = (control: Element): boolean =>
            (control.getAttribute("aria-label") ?? "") !== "";
          return row.title.length < 20 || controls.length === 0 || !controls.every(isNamed);
        })
        .map((row) => row.outerHTML),
    );
    expect(faults).toEqual([]);
    const bare = await page
      .locator("#panel button:not(.tp-rotv_b, .tp-fldv_b)")
      .evaluateAll((all) => all.filter((one) => !(one as HTMLElement).title).length);
    expect(bare).toBe(0);
  }

  /** No label is cut off or wrapped, and no row is wider than the panel. */
  async function expectOneLine(): Promise<void> {
    const faults = await page
      .locator("#panel .tp-lblv_l")
      .evaluateAll((labels) =>
        labels
          .filter((label) => label.scrollWidth > label.clientWidth || label.clientHeight > 24)
          .map((label) => label.textContent),
      );
    expect(faults).toEqual([]);
    const panel = page.locator("#panel");
    expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }

  async function expectAccessible(): Promise<void> {
    await page.addScriptTag({ path: "node_modules/axe-core/axe.min.js" });
    await page.clock.resume(); // axe uses timers
    for (const theme of ["light", "dark"]) {
      const found = await page.evaluate(async (theme) => {
        document.documentElement.dataset["theme"] = theme;
        const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
        const { violations } = await axe.run();
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      }, theme);
      expect(found).toEqual([]);
    }
    await lab.stopClock();
  }
});

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[];
}
