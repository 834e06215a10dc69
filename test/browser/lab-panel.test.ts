import { MATERIALS } from "tatter";
import type { SceneInput } from "tatter/scene";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nudged } from "../../lab/src/controls/scale.js";
import { materialText, readMaterial } from "../../lab/src/panel/material-json.js";
import {
  materialOf,
  materialSettingsOf,
  takeFigure,
  takePreset,
} from "../../lab/src/panel/material-settings.js";
import { gravityOf, sceneWith, settingsOf } from "../../lab/src/panel/settings.js";
import { meshKindsOf } from "../../lab/src/scenes/mesh-kind.js";
import type { Report } from "../../lab/src/simulation/messages.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

type Cloth = SceneInput["cloths"][number];

const GRID = { type: "grid", size: [1.5, 1], segments: [24, 16] } as const satisfies Cloth["mesh"];
const TOP: [[number, number], [number, number]] = [
  [0, 0.999],
  [1, 1],
];

const settingsWith = (scene: Partial<SceneInput>, cloth: Partial<Cloth> = {}) =>
  settingsOf({
    name: "own",
    scene: { name: "own", cloths: [{ mesh: { ...GRID, size: [1.5, 1] }, ...cloth }], ...scene },
    files: {},
  });

describe("what the panel says of a scene", () => {
  test("gravity keeps the direction of the scene's own, and is down where there is none", () => {
    const settings = settingsWith({ gravity: [3, 0, 4] });
    expect(settings.gravity).toBe(5);
    settings.gravity = 10;
    expect(gravityOf(settings)).toEqual([6, 0, 8]);
    const floating = settingsWith({ gravity: [0, 0, 0] });
    expect(gravityOf(floating)).toEqual([0, 0, 0]);
    floating.gravity = 1.62;
    expect(gravityOf(floating).map(Number)).toEqual([0, -1.62, 0]);
    expect(sceneWith(floating).gravity).toEqual(gravityOf(floating));
  });

  test("the friction of things is the scene's own until it is set", () => {
    const floor = { type: "half-space", friction: 0.7 } as const;
    const settings = settingsWith({ colliders: [floor, { type: "half-space" }] });
    expect(sceneWith(settings).colliders).toEqual([floor, { type: "half-space" }]);
    settings.thingsFriction = 0.1;
    expect(sceneWith(settings).colliders!.map(({ friction }) => friction)).toEqual([0.1, 0.1]);
  });

  test("a rectangle can be a grid or irregular, with its size, its fineness, its place and its pins", () => {
    const place = { transform: { position: [0, 1, 0] as [number, number, number] } };
    const cloth: Partial<Cloth> = {
      ...place,
      pins: [{ select: { uv: TOP } }, { select: { group: "left" } }],
    };
    const settings = settingsWith({}, cloth);
    expect(meshKindsOf(settings.source.scene.cloths[0]!)).toEqual(["grid", "irregular"]);
    settings.meshKind = "irregular";
    settings.resolution = 30;
    const [other] = sceneWith(settings).cloths;
    expect(other!.mesh).toEqual({ type: "irregular", size: [1.5, 1], spacing: 0.05 });
    expect(other!.pins!.map(({ select }) => select.uv)).toEqual([
      TOP,
      [
        [0, 0],
        [0.001, 1],
      ],
    ]);
    expect(other!.transform).toEqual(place.transform);
    const mesh = { type: "irregular", size: [1.5, 1], spacing: 0.05 } as Cloth["mesh"];
    const back = settingsWith({}, { mesh });
    Object.assign(back, { meshKind: "grid", diagonals: "one-way" });
    expect(sceneWith(back).cloths[0]!.mesh).toEqual({
      ...{ type: "grid", size: [1.5, 1], segments: [30, 20], diagonals: "one-way" },
    });
  });

  test.each<[string, Partial<Cloth>]>([
    ["a disc", { mesh: { type: "disc", radius: 1, rings: 4 } }],
    ["what is pinned by its vertices", { pins: [{ select: { ids: [0] } }] }],
    [
      "a triangle",
      {
        mesh: {
          type: "irregular",
          spacing: 0.1,
          outline: [
            [-1, -1],
            [1, -1],
            [0, 1],
          ],
        },
      },
    ],
  ])("%s stays as it is", (_, cloth) => {
    const [first] = settingsWith({}, cloth).source.scene.cloths;
    expect(meshKindsOf(first!)).toEqual([first!.mesh.type]);
  });
});

describe("a material as JSON", () => {
  test("says only what differs from the preset", () => {
    const settings = materialSettingsOf({}, "springs");
    expect(JSON.parse(materialText(settings))).toEqual({ preset: "cotton" });
    takePreset(settings, "denim");
    takeFigure(settings, "stiffness", 700); // and its yarns in their ratio
    takeFigure(settings, "stiffness", 1300);
    takeFigure(settings, "yield", 0.1);
    expect(JSON.parse(materialText(settings))).toEqual({
      preset: "denim",
      stiffness: 1300,
      yield: 0.1,
    });
  });

  test.each(Object.keys(MATERIALS) as (keyof typeof MATERIALS)[])(
    "%s comes back with all that was changed",
    async (preset) => {
      const settings = materialSettingsOf({ preset }, "membrane");
      Object.assign(settings, { stiffness: 4321, warp: null, weft: 99, yield: null });
      Object.assign(settings, { bendYield: 3, plasticity: "vertex", thickness: 0.002 });
      const { warp, ...read } = await readMaterial(materialText(settings), "membrane");
      expect(warp === null || warp === 4321).toBe(true); // both say: as stiff as the rest
      expect({ ...read, warp: null }).toEqual(settings);
      expect(materialOf({ ...read, warp }).stiffness).toBe(4321);
    },
  );

  test.each([
    ["{ preset: denim }", /^This is no JSON: /],
    ['{ "preset": "tweed" }', /^material\.preset: expected .*, got "tweed"$/],
    ['{ "stiffness": -1 }', /^material\.stiffness: expected a number of more than 0, got -1$/],
    ['{ "colour": "red" }', /^material\.colour: unknown field, expected one of preset, /],
    ["[]", /^material: expected an object/],
  ])("%s is refused in one line that names the field", async (text, message) => {
    await expect(readMaterial(text, "springs")).rejects.toThrow(message);
  });
});

test("arrow keys move a slider by a step, also where a hundredth of its way is less", () => {
  expect(nudged({ min: 0, max: 1, step: 0.05 }, 0.5, 1)).toBe(0.55);
  expect(nudged({ min: 0, max: 1, step: 0.05 }, 0.02, -1)).toBe(0);
  expect(nudged({ min: 1, max: 60, step: 1 }, 60, 1)).toBe(60);
  const scale = { min: 0.01, max: 50, isLog: true, hasZero: true };
  expect(nudged(scale, 0, 1)).toBe(0.01);
  expect(nudged(scale, 2, 1)).toBeGreaterThan(2);
  expect(nudged(scale, 0.01, -10)).toBe(0);
});

describe.skipIf(!executablePath)("the panel of the lab in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#more summary").click();
    await lab.startCoarse();
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype as { postMessage: (...args: never[]) => void };
      const seen = new WeakSet<Worker>();
      Worker.prototype.postMessage = function (...args: unknown[]) {
        if (!seen.has(this)) {
          this.addEventListener("message", ({ data }) => {
            if (data.positions !== undefined) Object.assign(globalThis, { watched: data });
          });
        }
        seen.add(this);
        Reflect.apply(postMessage, this, args);
      };
    });
  });

  afterAll(async () => {
    await lab.close();
  });

  /** Middle and lowest height of the cloth, and its middle along x, m; how many particles are pinned. */
  const where = async () => {
    const all = await page.evaluate(() => {
      const { watched } = globalThis as unknown as {
        watched: Extract<Report, { positions: unknown }>;
      };
      const count = watched.figures.particles;
      let [x, y, lowest] = [0, 0, Infinity];
      for (let i = 0; i < count; i++) {
        x += watched.positions[3 * i]! / count;
        y += watched.positions[3 * i + 1]! / count;
        lowest = Math.min(lowest, watched.positions[3 * i + 1]!);
      }
      return { x, y, lowest, pinned: watched.pinned.length };
    });
    return all;
  };
  const goesOn = async (seconds: number): Promise<void> => {
    const time = await lab.stat("time");
    await lab.until(async () => (await lab.stat("time")) > time + seconds);
  };

  test("each group has its rows, and each row a tooltip and a name", async () => {
    const groups = await page.locator("#panel .tp-fldv").evaluateAll((folders) =>
      folders.map((folder) => ({
        title: folder.querySelector(".tp-fldv_t")!.textContent,
        labels: [...folder.querySelectorAll(".tp-lblv:not(.tp-v-hidden) .tp-lblv_l")]
          .map((label) => label.textContent)
          .filter((label) => label !== ""),
      })),
    );
    expect(groups.map(({ title }) => title)).toEqual([
      ...["Scene", "Cloth", "Solver", "Tearing", "Air", "World"],
    ]);
    const labelsOf = (name: string) => groups.find(({ title }) => title === name)!.labels;
    expect(labelsOf("Scene")).toEqual(["scene", "resolution, cells", "mesh", "diagonals"]);
    expect(labelsOf("Cloth")).toEqual(
      expect.arrayContaining(["thickness, mm", "friction", "plasticity", "damping, N·s/m"]),
    );
    expect(labelsOf("Solver")).toEqual(["type", "substeps", "time step, s"]);
    expect(labelsOf("Air")).toEqual([
      ...["wind, m/s", "gusts, × wind", "turbulence, m/s", "air drag, N·s/m³"],
    ]);
    expect(labelsOf("World")).toEqual(["gravity, m/s²", "friction of things"]);
    await expectNamed();
    for (const type of ["implicit", "auto", "euler", "xpbd"]) {
      await lab.pick("type", type);
      await expectNamed();
    }
    await lab.pick("path", "weak-point");
    await expectNamed();
    await expectOneLine();
  });

  test("keyboard: arrows move sliders by a step, menus keep the focus, folders open and close", async () => {
    await lab.startCoarse();
    await lab.row("gusts").locator("input[type=range]").focus();
    await page.keyboard.press("ArrowRight");
    expect(await lab.value("gusts")).toBe(0.4);
    await page.keyboard.press("ArrowLeft");
    expect(await lab.value("gusts")).toBe(0.35);
    await lab.row("mesh").locator("select").focus();
    await lab.pick("mesh", "irregular");
    expect(await page.evaluate(() => document.activeElement!.ariaLabel)).toBe("mesh");
    const fold = page.getByRole("button", { name: "Air", exact: true });
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    await fold.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab"); // come to by the keyboard
    await page.keyboard.press("Space");
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    await lab.until(async () => !(await lab.row("wind").isVisible()));
    expect(await page.getByRole("button", { name: "Pause (space)" }).count()).toBe(1); // goes on
    await page.keyboard.press("Enter");
    await lab.until(() => lab.row("wind").isVisible());
  });

  test("without gravity what is cut off hovers, and with it falls", async () => {
    await lab.startCoarse();
    await lab.put("wind", 0);
    await lab.until(async () => (await lab.stat("time")) > 2); // hangs still
    await lab.put("gravity", 0);
    await lab.button("Knife");
    await lab.slash();
    await lab.until(async () => (await lab.stat("pieces")) >= 2);
    await page.keyboard.press("Escape");
    await goesOn(0.7); // falling it would be on the floor by now
    expect((await where()).lowest).toBeGreaterThan(0.05);
    await lab.put("gravity", 9.81);
    await lab.until(async () => (await where()).lowest < 0.03);
  });

  test("another kind of mesh has other particles, and the cloth still hangs", async () => {
    await lab.startCoarse();
    await lab.pick("mesh", "irregular");
    await lab.until(async () => (await lab.stat("particles")) !== 17 * 15);
    await lab.until(async () => (await lab.stat("time")) > 1);
    const { y, pinned } = await where();
    expect(pinned).toBeGreaterThanOrEqual(9);
    expect(y).toBeGreaterThan(0.8);
    expect(await lab.stat("tears")).toBe(0);
    expect(await lab.labels()).not.toContain("diagonals");
    await lab.pick("mesh", "grid");
    await lab.until(async () => (await lab.stat("particles")) === 17 * 15);
    await lab.pick("diagonals", "one-way");
    await lab.until(async () => (await lab.stat("time")) > 0.3);
    await lab.pick("scene", "disc");
    expect(await lab.row("mesh").locator("output").innerText()).toBe("disc");
    expect(await lab.problem.isVisible()).toBe(false);
  });

  test("rough cloth stays on a rough slope, and slides off when it is smooth", async () => {
    await lab.pick("scene", "slope");
    await lab.pick("resolution", "16");
    await lab.put("friction of things", 1.5);
    await lab.put("friction", 1.5);
    await lab.until(async () => (await lab.stat("particles")) < 300);
    await lab.until(async () => (await lab.stat("time")) > 1.5);
    expect((await where()).x).toBeLessThan(0.2);
    await lab.put("friction", 0);
    await lab.until(async () => (await where()).x > 0.6);
    expect(await lab.stat("time")).toBeGreaterThan(1.5); // it went on
  });

  test("a material goes out as JSON and comes back", async () => {
    await lab.startCoarse();
    await lab.put("strength", 0.22);
    await lab.button("Copy preset as JSON");
    await lab.until(() => page.getByRole("status").getByText("Copied.").isVisible());
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(text)).toEqual({ preset: "cotton", strength: 0.22 });
    await lab.put("strength", 0.5);
    await lab.button("Paste material…");
    const dialog = page.getByRole("dialog", { name: "Paste material" });
    await dialog.getByRole("textbox").fill('{ "density": 0 }');
    await dialog.getByRole("button", { name: "Use it" }).click();
    await lab.until(async () => (await dialog.getByRole("alert").innerText()) !== "");
    expect(await dialog.getByRole("alert").innerText()).toMatch(/^material\.density: expected /);
    expect(await lab.value("strength")).toBe(0.5);
    await dialog.getByRole("textbox").fill(text);
    await page.keyboard.press("Control+Enter");
    await lab.until(async () => (await dialog.count()) === 0);
    expect(await lab.picked("material")).toBe("cotton, changed");
    expect(await lab.value("strength")).toBe(0.22);
    await goesOn(0.1);
    // Where the clipboard is refused, there is a text to select; and the keys of the page wait.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await lab.button("Copy preset as JSON");
    const shown = page.getByRole("dialog", { name: "Material as JSON" });
    await lab.until(() => shown.isVisible());
    expect(await shown.getByRole("textbox").inputValue()).toBe(text);
    await page.keyboard.press("Escape");
    await lab.until(async () => (await shown.count()) === 0);
  });

  test("has nothing that axe objects to on a wide page", async () => {
    await lab.button("Pause"); // drawing takes the time that axe needs
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible();
  });

  test("is a sheet at the bottom of a small page, closed at first, and leaves the tools free", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.reload();
    await lab.until(async () => (await lab.stat("particles")) > 0);
    await lab.button("Pause");
    const title = page.getByRole("button", { name: "Settings" });
    expect(await title.getAttribute("aria-expanded")).toBe("false");
    expect(await lab.row("scene").isVisible()).toBe(false);
    await title.click();
    await lab.until(() => lab.row("scene").isVisible());
    expect(await lab.row("wind").isVisible()).toBe(false); // folded
    await lab.settled();
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
    await lab.settled();
    await expectOneLine();
    await expectAccessible();
  });

  test("has shown no error", async () => {
    expect(lab.problems).toEqual([]);
    expect(await lab.problem.isVisible()).toBe(false);
  });

  /** Every row says what it is, to the eye, to the ear, and at length. */
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
    for (const theme of ["light", "dark"]) {
      const found = await page.evaluate(async (theme) => {
        document.documentElement.dataset["theme"] = theme;
        const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
        const { violations } = await axe.run();
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      }, theme);
      expect(found).toEqual([]);
    }
  }
});

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[];
}
