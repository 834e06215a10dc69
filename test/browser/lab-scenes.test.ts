import { readdirSync, readFileSync } from "node:fs";
import { decode } from "fast-png";
import type { Page } from "playwright";
import { generateTShirt } from "tatter/generate";
import { writeObj } from "tatter/io";
import { buildMesh } from "tatter/mesh";
import { checkScene, createWorld } from "tatter/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindOf } from "../../lab/src/scenes/file-kinds.js";
import { GROUPS, matches, sceneWords } from "../../lab/src/scenes/groups.js";
import { sceneOfMesh } from "../../lab/src/scenes/own-mesh.js";
import { sceneOfJson } from "../../lab/src/scenes/own-scene.js";
import { bringFiles, librarySource, SCENES } from "../../lab/src/scenes/scenes.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A square of 0.9 m on edge, of 10 × 10 cells, as a file. */
function squareObj(scale = 1): string {
  const lines: string[] = [];
  for (let i = 0; i < 121; i++) {
    lines.push(`v ${0.09 * scale * (i % 11)} ${0.09 * scale * Math.floor(i / 11)} 3`);
  }
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 10; x++) {
      const a = 1 + x + 11 * y;
      lines.push(`f ${a} ${a + 1} ${a + 12} ${a + 11}`);
    }
  }
  return lines.join("\n");
}

const BLUE = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#0020ff"/></svg>`;

describe("the scenes of the gallery", () => {
  const names = [...SCENES.keys()];

  test("stand on one shelf each", () => {
    const onShelves = GROUPS.flatMap(({ scenes }) => scenes);
    expect(onShelves.toSorted()).toEqual(names.toSorted());
  });

  test("have a thumbnail each, and no thumbnail is left over", () => {
    const pictures = readdirSync("lab/public/thumbnails");
    expect(pictures.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted());
  });

  test("are found by any of their words", () => {
    expect(sceneWords("ball-in-net")).toBe("Ball in net");
    expect(matches("NET catch", "Ball in net", "A net catches a ball.")).toBe(true);
    expect(matches("net silk", "Ball in net")).toBe(false);
    expect(matches("", "anything")).toBe(true);
  });

  test("bring the files that they name, and no others", async () => {
    expect(Object.keys(await bringFiles(librarySource("outgrown-shirt")))).toEqual([
      "meshes/body.obj",
      "meshes/body-grown.obj",
    ]);
    const map = await bringFiles(librarySource("strength-map"));
    expect(map["maps/lightning.png"]).toBeInstanceOf(Uint8Array);
    expect(await bringFiles(librarySource("curtain"))).toEqual({});
  });
});

describe("files of one's own", () => {
  test.each([
    ["a.json", "{}", "scene"],
    ["a.json", "broken", "scene"],
    ["a", '\xef\xbb\xbf { "name": 1', "scene"],
    ["a.OBJ", "", "obj"],
    ["garment", "# made by hand\nv 0 1.5 -2\n", "obj"],
    ["a.node", "4 2 0 0", "triangle"],
    ["a.png", "", "png"],
    ["photo.jpg", "\x89PNG\r\n", "png"],
    ["a.webp", "RIFF1234WEBP", "picture"],
    ["drawing", '<?xml version="1.0"?>\n<svg xmlns=""', "picture"],
    ["film", "\x1a\x45\xdf\xa3", "video"],
    ["a.mp4", "\0\0\0\x20ftypisom", "video"],
    ["a.bin", "tatter recording 1\n", "recording"],
    ["a.tatter", "", "recording"],
    ["notes.txt", "very nice", null],
    ["none", "", null],
  ])("%s of %j is %s", (name, head, kind) => {
    expect(kindOf(name, bytes(head))).toBe(kind);
  });

  test("a mesh hangs by its top, in the middle, over the floor", () => {
    const { source, size, isOddlySized } = sceneOfMesh("square.obj", squareObj());
    expect(size).toBeCloseTo(0.9, 6);
    expect(isOddlySized).toBe(false);
    const world = createWorld(checkScene(source.scene), { files: source.files });
    const [cloth] = world.cloths;
    expect(cloth!.pins[0]!.particles).toEqual(Array.from({ length: 11 }, (_, i) => 110 + i));
    const at = (k: number): number[] =>
      Array.from({ length: 121 }, (_, i) => cloth!.positions[3 * i + k]!);
    expect(Math.min(...at(1))).toBeCloseTo(0.5, 3);
    expect(Math.min(...at(0)) + Math.max(...at(0))).toBeCloseTo(0, 3);
    expect(Math.abs(at(2)[0]!)).toBeLessThan(0.001);
  });

  test("a garment is welded, and its top is that of the welded mesh", () => {
    const shirt = generateTShirt({ spacing: 0.05 });
    const { positions } = shirt;
    const text = writeObj([{ name: "shirt", mesh: buildMesh(shirt), positions }]);
    const { source } = sceneOfMesh("shirt", text);
    expect(Object.keys(source.files)).toEqual(["shirt.obj"]);
    const world = createWorld(checkScene(source.scene), { files: source.files });
    for (let i = 0; i < 30; i++) world.step();
    expect(world.cloths[0]!.edits.length).toBe(0); // it does not burst at rest
  });

  test("a flat mesh hangs by two corners, and odd sizes are noticed", () => {
    const flat = squareObj(100).replace(/^v (\S+) (\S+) 3$/gm, "v $1 7 $2");
    const { source, isOddlySized } = sceneOfMesh("flat.obj", flat);
    expect(isOddlySized).toBe(true);
    expect(source.scene.cloths[0]!.pins![0]!.select).toEqual({ ids: [0, 10] });
    expect(sceneOfMesh("flat.obj", flat, 1 / 90).size).toBeCloseTo(1, 6);
    expect(() => sceneOfMesh("far.obj", squareObj(1e22))).toThrow("far.obj is over 1000 km large");
  });

  const flag = (path: string): string =>
    readFileSync("scenes/flag.json", "utf8").replace("meshes/flag.obj", path);

  test("a scene finds the files that came with it, and those of the library", async () => {
    const read = async (): Promise<Uint8Array> => bytes(squareObj());
    const own = await sceneOfJson("a.json", flag("x/Mine.obj"), [{ path: "mine.obj", read }]);
    expect(own.files).toEqual({ "x/Mine.obj": squareObj() });
    const library = await sceneOfJson("a.json", flag("meshes/flag.obj"), []);
    expect(library.files["meshes/flag.obj"]).toContain("\nf ");
  });

  test.each([
    ["{ name", "a.json is not valid JSON"],
    ["[1, 2]", 'a.json is JSON, but no scene: it has no "cloths"'],
    ['{ "cloths": [] }', "a.json: name: expected a string"],
    [flag("mine.obj"), "a.json needs the file mine.obj (cloths.0.mesh.path): drop it together"],
    [
      '{ "name": "x", "cloths": [{ "mesh": { "type": "grid", "size": [1, 1], "segments": [900, 900] } }] }',
      "a.json has 1,620,000 triangles, and the lab takes 200,000 at most",
    ],
  ])("the scene %j is refused", async (text, message) => {
    await expect(sceneOfJson("a.json", text, [])).rejects.toThrow(message);
  });
});

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

  /** As if somebody let go of a file over the page. */
  async function drop(name: string, content: string): Promise<void> {
    await page.evaluate(
      ([name, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content!], name!));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        const view = document.querySelector("#view")!;
        view.dispatchEvent(new DragEvent("dragover", options));
        const sheet = document.querySelector("#drop-sheet")!;
        if (!sheet.matches(":popover-open")) throw new Error("nothing says what can be dropped");
        view.dispatchEvent(new DragEvent("drop", options));
        if (sheet.matches(":popover-open")) throw new Error("the sheet stays");
      },
      [name, content],
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
    await lab.until(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth === 256));
    await page.keyboard.press("Tab"); // to the buttons
    await page.keyboard.press("k"); // would take the knife
    await page.keyboard.press("Escape");
    await lab.until(async () => !(await page.locator("#gallery").isVisible()));
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
    await lab.until(async () => !(await page.locator("#gallery").isVisible()));
    await page.keyboard.press("g");
    await page.keyboard.type("hung by");
    await page.keyboard.press("Enter");
    await lab.until(async () => (await header()) === "Hung by corners");
    await lab.until(async () => (await lab.stat("particles")) !== 493);
    expect(await inPanel()).toBe("hung-by-corners");
  });

  test("an own mesh becomes a scene, in the menu too", async () => {
    await open(["square.obj", squareObj()]);
    await lab.until(async () => (await lab.stat("particles")) === 121);
    expect([await header(), await inPanel()]).toEqual(["square.obj", "square.obj"]);
    expect(await page.locator("#own-bar").isVisible()).toBe(false);
    await lab.pick("scene", "flag");
    await lab.until(async () => (await lab.stat("particles")) === 493);
    await lab.pick("scene", "square.obj");
    await lab.until(async () => (await lab.stat("particles")) === 121);
  });

  test("a huge mesh can be made smaller", async () => {
    await page.locator("#view").focus();
    await page.keyboard.press("g"); // which says that files can be dropped anywhere
    await drop("huge.obj", squareObj(100));
    await lab.until(async () => (await header()) === "huge.obj");
    expect(await page.locator("#gallery").isVisible()).toBe(false);
    expect(await page.locator("#own-bar").innerText()).toContain("huge.obj is 90.0 m long");
    await lab.button("Scale to 1 m");
    await lab.until(async () => !(await page.locator("#own-bar").isVisible()));
    expect(await lab.stat("particles")).toBe(121);
  });

  test("a dropped scene is opened with its own settings", async () => {
    const scene = JSON.parse(readFileSync("scenes/hanging-sheet.json", "utf8"));
    scene.name = "mine";
    scene.cloths[0].mesh.segments = [7, 7];
    scene.cloths[0].material = { preset: "silk" };
    await drop("mine.json", JSON.stringify(scene));
    await lab.until(async () => (await lab.stat("particles")) === 64);
    expect([await header(), await inPanel()]).toEqual(["mine", "mine"]);
    expect(await page.locator("#material").inputValue()).toContain("silk");
  });

  test("a picture lies on the cloth, whatever its material, until it is removed", async () => {
    expect(await bluePixels()).toBe(0);
    await open(["blue.svg", BLUE]);
    await lab.until(async () => (await bluePixels()) > 500, 500);
    await page.locator("#material").selectOption({ label: "denim" });
    await lab.button("Restart");
    await lab.settled();
    await lab.until(async () => (await bluePixels()) > 500, 500);
    await page.locator("#material").selectOption({ label: "cotton" });
    await lab.button("Remove texture");
    await lab.until(async () => (await bluePixels()) === 0, 500);
    expect(await page.locator("#own-bar").isVisible()).toBe(false);
  });

  test("a picture can say where the cloth is weak", async () => {
    await lab.put("wind", 2);
    await open(["bolt.png", readFileSync("scenes/maps/lightning.png")]);
    await page.getByRole("button", { name: "Strength map" }).click();
    await lab.until(async () => (await header()) === "mine + bolt.png");
    expect(await lab.value("wind")).toBe(2); // settings stay
    expect(await lab.stat("particles")).toBe(64);
    expect(await page.locator("#own-bar").innerText()).toContain("Where bolt.png is dark");
    await lab.button("Remove map");
    await lab.until(async () => (await header()) === "mine");
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
    ["large.obj", "x".repeat(50e6 + 1), "large.obj has 50 MB, and files over 50 MB"],
    [
      "pins.json",
      '{ "name": "x", "cloths": [{ "mesh": { "type": "grid", "size": [1, 1], "segments": [4, 4] }, "pins": [{ "select": { "group": "none" } }] }] }',
      "pins.json: cloths.0.pins.0.select.group",
    ],
  ])("%s is refused in one message, and the cloth goes on", async (name, content, message) => {
    const before = [await header(), await inPanel(), await lab.value("wind")];
    const particles = await lab.stat("particles");
    if (content.length > 1e6) await open([name, content]).catch(() => drop(name, content));
    else await open([name, content]);
    await lab.until(async () => (await lab.problem.innerText()).includes(message));
    expect([await header(), await inPanel(), await lab.value("wind")]).toEqual(before);
    expect(await lab.stat("particles")).toBe(particles);
    const time = await lab.stat("time");
    await lab.until(async () => (await lab.stat("time")) > time);
    await lab.problem.getByRole("button").click();
  });

  test("all of it without an error", () => {
    expect(lab.problems).toEqual([]);
  });
});
