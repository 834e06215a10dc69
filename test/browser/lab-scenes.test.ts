import { readFileSync } from "node:fs";
import { decode } from "fast-png";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { squareObj } from "../lab/square-obj.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

const BLUE = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#0020ff"/></svg>`;

describe.skipIf(!executablePath)("scenes in a real browser", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open("?scene=flag"); // its mesh is loaded on demand
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
  });

  const header = (): Promise<string> => page.locator("#scenes-button").innerText();
  const inPanel = (): Promise<string> => lab.picked("Scene");
  const card = (name: string) => page.locator(`#gallery .card[data-scene="${name}"]`);

  async function open(...files: [name: string, content: string | Uint8Array][]): Promise<void> {
    await page.locator("#own-files").setInputFiles(
      files.map(([name, content]) => ({
        name,
        mimeType: name.endsWith(".svg") ? "image/svg+xml" : "application/octet-stream",
        buffer: Buffer.from(content),
      })),
    );
  }

  /** Drops a file on the page. A large file is padded with its first character. */
  async function drop(name: string, content: string, size = content.length): Promise<void> {
    await page.evaluate(
      ({ name, content, size }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content.padEnd(size, content[0])], name));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        const view = document.querySelector("#view")!;
        view.dispatchEvent(new DragEvent("dragover", options));
        const sheet = document.querySelector("#drop-sheet")!;
        if (!sheet.matches(":popover-open")) throw new Error("the drop sheet is not shown");
        view.dispatchEvent(new DragEvent("drop", options));
        if (sheet.matches(":popover-open")) throw new Error("the drop sheet is still shown");
      },
      { name, content, size },
    );
  }

  /** Returns the number of pixels that are as blue as the texture. */
  async function bluePixels(): Promise<number> {
    const { data, channels } = decode(await page.screenshot());
    let count = 0;
    for (let i = 0; i < data.length; i += channels) {
      if (data[i + 2]! > data[i]! + 60 && data[i + 2]! > data[i + 1]! + 60) count++;
    }
    return count;
  }

  test("starts with the scene of the URL", async () => {
    expect(await lab.stat("particles")).toBe(493);
    expect(await header()).toBe("Flag");
  });

  test("the gallery opens with a key, blocks the keys of the page and closes with Escape", async () => {
    await page.keyboard.press("g");
    expect(await page.locator("#gallery").evaluate((d: HTMLDialogElement) => d.open)).toBe(true);
    expect(await card("flag").getAttribute("aria-current")).toBe("true");
    const picture = card("curtain").locator("img");
    await lab.untilShown(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth === 256));
    await page.keyboard.press("Tab"); // to the buttons
    await page.keyboard.press("k"); // would choose the knife
    await page.keyboard.press("Escape");
    await lab.untilShown(async () => !(await page.locator("#gallery").isVisible()));
    expect(await page.locator("#view.knife").count()).toBe(0);
  });

  test.each(["foil-cup", "hanging-sheet"])(
    "the view fits small and large cloth: %s",
    async (name) => {
      await lab.goTo(`?scene=${name}`);
      const xs = await page.evaluate(() => {
        const { positions, placeOf, stats } = tatterLab;
        return Array.from({ length: stats!.particles }, (_, i) => {
          return placeOf(positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!).x;
        });
      });
      const width = Math.max(...xs) - Math.min(...xs);
      const { height } = page.viewportSize()!;
      expect(width / height).toBeGreaterThan(0.3); // before, 0.1 for foil of 0.3 m
      expect(width / height).toBeLessThan(0.8);
      await lab.goTo("?scene=flag");
    },
  );

  test("a scene is found and chosen with the keyboard only", async () => {
    await page.keyboard.press("g");
    await page.keyboard.type("two corners");
    expect(await page.locator("#gallery .card:visible").count()).toBeLessThan(8);
    expect(await card("curtain").isVisible()).toBe(false);
    const chosen = (): Promise<string | undefined> =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset["scene"]);
    await page.keyboard.press("ArrowDown");
    const first = await chosen();
    expect(first).toBe(
      await page.locator("#gallery .card:visible").first().getAttribute("data-scene"),
    );
    await page.keyboard.press("ArrowDown");
    expect(await chosen()).not.toBe(first);
    await page.keyboard.press("ArrowUp");
    expect(await chosen()).toBe(first);
    await page.keyboard.press("ArrowRight");
    expect(await chosen()).not.toBe(first);
    await page.keyboard.press("Escape"); // the focus is on a card, so the search field is not cleared
    await lab.untilShown(async () => !(await page.locator("#gallery").isVisible()));
    await page.keyboard.press("g");
    await page.keyboard.type("hung by");
    await page.keyboard.press("Enter");
    await lab.settled();
    expect(await header()).toBe("Hung by corners");
    expect(await lab.stat("particles")).not.toBe(493);
    expect(await inPanel()).toBe("hung-by-corners");
  });

  test("a user mesh becomes a scene, also in the menu", async () => {
    await open(["square.obj", squareObj()]);
    await lab.untilShown(async () => (await lab.stat("particles")) === 121);
    expect([await header(), await inPanel()]).toEqual(["square.obj", "square.obj"]);
    expect(await page.locator("#own-bar").isVisible()).toBe(false);
    await lab.pick("Scene", "flag");
    expect(await lab.stat("particles")).toBe(493);
    await lab.pick("Scene", "square.obj");
    expect(await lab.stat("particles")).toBe(121);
  });

  test("a very large mesh can be scaled", async () => {
    await page.locator("#view").focus();
    await page.keyboard.press("g"); // the gallery says that files can be dropped anywhere
    await drop("huge.obj", squareObj(100));
    await lab.untilShown(async () => (await header()) === "huge.obj");
    expect(await page.locator("#gallery").isVisible()).toBe(false);
    expect(await page.locator("#own-bar").innerText()).toContain("huge.obj is very large: 90.0 m");
    await lab.button("Scale to 1 m");
    await lab.untilShown(async () => !(await page.locator("#own-bar").isVisible()));
    await lab.settled();
    expect(await lab.stat("particles")).toBe(121);
  });

  test("a dropped scene is opened with its own settings", async () => {
    const scene = JSON.parse(readFileSync("scenes/hanging-sheet.json", "utf8"));
    scene.name = "mine";
    scene.cloths[0].mesh.segments = [7, 7];
    scene.cloths[0].material = { preset: "silk" };
    await drop("mine.json", JSON.stringify(scene));
    await lab.untilShown(async () => (await lab.stat("particles")) === 64);
    expect([await header(), await inPanel()]).toEqual(["mine", "mine"]);
    expect(await page.locator("#material").inputValue()).toContain("silk");
  });

  test("an image covers the cloth with any material, until it is removed", async () => {
    expect(await bluePixels()).toBe(0);
    await open(["blue.svg", BLUE]);
    await lab.untilShown(async () => (await bluePixels()) > 500);
    await page.locator("#material").selectOption({ label: "denim" });
    await lab.button("Restart");
    await lab.settled();
    expect(await bluePixels()).toBeGreaterThan(500);
    await page.locator("#material").selectOption({ label: "cotton" });
    await lab.button("Remove texture");
    await lab.settled();
    expect(await bluePixels()).toBe(0);
    expect(await page.locator("#own-bar").isVisible()).toBe(false);
  });

  test("an image can be a strength map", async () => {
    await lab.put("Wind", 2);
    await open(["bolt.png", readFileSync("scenes/maps/lightning.png")]);
    await page.getByRole("button", { name: "Strength map" }).click();
    await lab.untilShown(async () => (await header()) === "mine + bolt.png");
    await lab.settled();
    expect(await lab.value("Wind")).toBe(2); // settings stay
    expect(await lab.stat("particles")).toBe(64);
    expect(await page.locator("#own-bar").innerText()).toContain("Strength map: bolt.png");
    await lab.button("Remove map");
    await lab.untilShown(async () => (await header()) === "mine");
  });

  test.each([
    ["broken.json", "{ name", "broken.json is not valid JSON"],
    ["list.json", "[]", "list.json is not a scene"],
    ["wrong.json", '{ "name": "x", "cloths": [{}] }', "wrong.json: cloths.0.mesh: expected"],
    ["empty.obj", "v 0 0 0\nv 1 0 0\n", "empty.obj:"],
    ["line.obj", "v 0 0 0\nv 1 0 x\n", "line.obj: line 2"],
    ["notes.txt", "hello", "Unsupported file type: notes.txt. Supported are scenes"],
    ["bad.jpg", "no picture", "bad.jpg cannot be decoded"],
    ["bad.webm", "no video", "bad.webm cannot be decoded"],
    ["large.obj", "x", "large.obj is too large: 50 MB. The maximum is 50 MB."],
    [
      "pins.json",
      '{ "name": "x", "cloths": [{ "mesh": { "type": "grid", "size": [1, 1], "segments": [4, 4] }, "pins": [{ "select": { "group": "none" } }] }] }',
      "pins.json: cloths.0.pins.0.select.group",
    ],
  ])("%s is refused with one message, and the cloth continues", async (name, content, message) => {
    const before = [await header(), await inPanel(), await lab.value("Wind")];
    const particles = await lab.stat("particles");
    if (name === "large.obj") await drop(name, content, 50e6 + 1);
    else await open([name, content]);
    await lab.untilShown(async () => (await lab.problem.innerText()).includes(message));
    await lab.settled();
    expect([await header(), await inPanel(), await lab.value("Wind")]).toEqual(before);
    expect(await lab.stat("particles")).toBe(particles);
    expect(await lab.advance(2)).toBe(true);
    await lab.problem.getByRole("button").click();
  });

  test("has shown no error", () => {
    expect(lab.problems).toEqual([]);
  });
});
