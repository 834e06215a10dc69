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
    lab = await LabDriver.open("?scene=flag"); // whose mesh comes on demand
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
  });

  const header = (): Promise<string> => page.locator("#scenes-button").innerText();
  const inPanel = (): Promise<string> => lab.picked("scene");
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

  /** As if somebody let go of a file over the page; of a large one only the first letter says what is in it. */
  async function drop(name: string, content: string, size = content.length): Promise<void> {
    await page.evaluate(
      ({ name, content, size }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content.padEnd(size, content[0])], name));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        const view = document.querySelector("#view")!;
        view.dispatchEvent(new DragEvent("dragover", options));
        const sheet = document.querySelector("#drop-sheet")!;
        if (!sheet.matches(":popover-open")) throw new Error("nothing says what can be dropped");
        view.dispatchEvent(new DragEvent("drop", options));
        if (sheet.matches(":popover-open")) throw new Error("the sheet stays");
      },
      { name, content, size },
    );
  }

  /** Pixels of the picture that are as blue as the texture. */
  async function bluePixels(): Promise<number> {
    const { data, channels } = decode(await page.screenshot());
    let count = 0;
    for (let i = 0; i < data.length; i += channels) {
      if (data[i + 2]! > data[i]! + 60 && data[i + 2]! > data[i + 1]! + 60) count++;
    }
    return count;
  }

  test("starts with the scene of the address and says so", async () => {
    expect(await lab.stat("particles")).toBe(493);
    expect(await header()).toBe("Flag");
  });

  test("the gallery opens by a key, keeps the keys of the page away and closes by Escape", async () => {
    await page.keyboard.press("g");
    expect(await page.locator("#gallery").evaluate((d: HTMLDialogElement) => d.open)).toBe(true);
    expect(await card("flag").getAttribute("aria-current")).toBe("true");
    const picture = card("curtain").locator("img");
    await lab.untilShown(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth === 256));
    await page.keyboard.press("Tab"); // to the buttons
    await page.keyboard.press("k"); // would take the knife
    await page.keyboard.press("Escape");
    await lab.untilShown(async () => !(await page.locator("#gallery").isVisible()));
    expect(await page.locator("#view.knife").count()).toBe(0);
  });

  test("a scene is found and chosen by the keyboard alone", async () => {
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
    await page.keyboard.press("Escape"); // which empties no field, as the focus is on a card
    await lab.untilShown(async () => !(await page.locator("#gallery").isVisible()));
    await page.keyboard.press("g");
    await page.keyboard.type("hung by");
    await page.keyboard.press("Enter");
    await lab.settled();
    expect(await header()).toBe("Hung by corners");
    expect(await lab.stat("particles")).not.toBe(493);
    expect(await inPanel()).toBe("hung-by-corners");
  });

  test("an own mesh becomes a scene, in the menu too", async () => {
    await open(["square.obj", squareObj()]);
    await lab.untilShown(async () => (await lab.stat("particles")) === 121);
    expect([await header(), await inPanel()]).toEqual(["square.obj", "square.obj"]);
    expect(await page.locator("#own-bar").isVisible()).toBe(false);
    await lab.pick("scene", "flag");
    expect(await lab.stat("particles")).toBe(493);
    await lab.pick("scene", "square.obj");
    expect(await lab.stat("particles")).toBe(121);
  });

  test("a huge mesh can be made smaller", async () => {
    await page.locator("#view").focus();
    await page.keyboard.press("g"); // which says that files can be dropped anywhere
    await drop("huge.obj", squareObj(100));
    await lab.untilShown(async () => (await header()) === "huge.obj");
    expect(await page.locator("#gallery").isVisible()).toBe(false);
    expect(await page.locator("#own-bar").innerText()).toContain("huge.obj is 90.0 m long");
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

  test("a picture lies on the cloth, whatever its material, until it is removed", async () => {
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

  test("a picture can say where the cloth is weak", async () => {
    await lab.put("wind", 2);
    await open(["bolt.png", readFileSync("scenes/maps/lightning.png")]);
    await page.getByRole("button", { name: "Strength map" }).click();
    await lab.untilShown(async () => (await header()) === "mine + bolt.png");
    await lab.settled();
    expect(await lab.value("wind")).toBe(2); // settings stay
    expect(await lab.stat("particles")).toBe(64);
    expect(await page.locator("#own-bar").innerText()).toContain("Where bolt.png is dark");
    await lab.button("Remove map");
    await lab.untilShown(async () => (await header()) === "mine");
  });

  test.each([
    ["broken.json", "{ name", "broken.json is not valid JSON"],
    ["list.json", "[]", "list.json is JSON, but no scene"],
    ["wrong.json", '{ "name": "x", "cloths": [{}] }', "wrong.json: cloths.0.mesh: expected"],
    ["empty.obj", "v 0 0 0\nv 1 0 0\n", "empty.obj:"],
    ["line.obj", "v 0 0 0\nv 1 0 x\n", "line.obj: line 2"],
    ["notes.txt", "hello", "notes.txt is of no kind that is known here. The lab opens scenes"],
    ["bad.jpg", "no picture", "bad.jpg cannot be shown"],
    ["bad.webm", "no video", "bad.webm cannot be shown"],
    ["large.obj", "x", "large.obj has 50 MB, and files over 50 MB"],
    [
      "pins.json",
      '{ "name": "x", "cloths": [{ "mesh": { "type": "grid", "size": [1, 1], "segments": [4, 4] }, "pins": [{ "select": { "group": "none" } }] }] }',
      "pins.json: cloths.0.pins.0.select.group",
    ],
  ])("%s is refused in one message, and the cloth goes on", async (name, content, message) => {
    const before = [await header(), await inPanel(), await lab.value("wind")];
    const particles = await lab.stat("particles");
    if (name === "large.obj") await drop(name, content, 50e6 + 1);
    else await open([name, content]);
    await lab.untilShown(async () => (await lab.problem.innerText()).includes(message));
    await lab.settled();
    expect([await header(), await inPanel(), await lab.value("wind")]).toEqual(before);
    expect(await lab.stat("particles")).toBe(particles);
    expect(await lab.advance(2)).toBe(true);
    await lab.problem.getByRole("button").click();
  });

  test("all of it without an error", () => {
    expect(lab.problems).toEqual([]);
  });
});
