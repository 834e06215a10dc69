import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { readObj } from "tatter/io";
import { decodeRecording, Replay, type SceneInput } from "tatter/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sceneText } from "../../lab/src/share/scene-text.js";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the lab", () => {
  let lab: LabDriver;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tatter-keep-"));
    lab = await LabDriver.open();
    await lab.startCoarse();
  });
  afterAll(async () => {
    await lab.close();
    await rm(folder, { recursive: true });
  });

  /** Chooses an entry of the menu, and waits for the file. */
  async function saved(entry: string): Promise<{ name: string; path: string; bytes: Buffer }> {
    const download = lab.page.waitForEvent("download");
    await lab.page.getByRole("button", { name: "Save…" }).click();
    await lab.page.locator("#save").getByRole("button", { name: entry }).click();
    return kept(await download);
  }

  async function kept(
    file: Awaited<ReturnType<typeof waitForDownload>>,
  ): Promise<{ name: string; path: string; bytes: Buffer }> {
    const name = file.suggestedFilename();
    const path = join(folder, name);
    await file.saveAs(path);
    return { name, path, bytes: await readFile(path) };
  }

  function waitForDownload() {
    return lab.page.waitForEvent("download");
  }

  async function pause(): Promise<void> {
    const { page } = lab;
    const play = page.getByRole("button", { name: "Play (space)" });
    if (!(await play.isVisible())) await lab.button("Pause (space)");
    await play.waitFor();
    expect(await lab.text("hash")).toHaveLength(16);
  }

  /** Makes one step while it is paused. */
  async function stepTo(frame: number): Promise<void> {
    await lab.key(".");
    expect(await lab.newestFrame()).toBe(frame);
  }

  async function open(path: string): Promise<void> {
    await lab.page.locator("#save input[type=file]").setInputFiles(path);
  }

  test("a run with a rewind is saved, replays in Node, and opens again", async () => {
    const { page } = lab;
    const [x, y] = await lab.grab(await lab.middle());
    await page.mouse.move(x + 40, y + 60, { steps: 4 });
    await lab.advance(16);
    await page.mouse.up();
    await pause();
    await lab.rewindTo(10);
    await page.keyboard.press("t");
    await page.locator("#view").focus();
    await lab.key("Enter"); // throws at the middle of the picture
    expect(await lab.stat("balls")).toBe(1);
    for (let frame = 11; frame <= 14; frame++) await stepTo(frame);
    await lab.key("h");
    const hash = await lab.text("hash");
    const { name, path, bytes } = await saved("Recording (");
    expect(name).toMatch(/^curtain-[\d-]+\.tatter$/);

    const replay = new Replay(decodeRecording(bytes));
    while (replay.next());
    expect([replay.frame, replay.world.hash()]).toEqual([14, hash]);
    expect(replay.world.balls.length).toBe(1);

    await lab.pick("scene", "flag");
    expect(await lab.stat("balls")).toBe(0);
    await open(path);
    const note = page.locator("#opened");
    await note.getByText("A recording of 14 frames").waitFor();
    await lab.settled();
    expect(await lab.picked("scene")).toBe(name.replace(".tatter", ""));
    expect([await lab.stat("time"), await lab.newestFrame()]).toEqual([0, 14]);
    await lab.rewindTo(14);
    expect(await lab.text("hash")).toBe(hash);

    // Play shows it from its start, and stops at its end, to the same bits.
    await lab.rewindTo(0);
    expect(await lab.stat("time")).toBe(0);
    await lab.key(" ");
    expect(await lab.advance(20)).toBe(false);
    expect(await lab.text("hash")).toBe(hash);
    expect(await note.isVisible()).toBe(true);

    // From there on it is a run as any other.
    await stepTo(15);
    expect(await note.isHidden()).toBe(true);
    const longer = new Replay(decodeRecording((await saved("Recording (")).bytes));
    while (longer.next());
    expect(await lab.text("hash")).toBe(longer.world.hash());
    expect(longer.frame).toBe(15);
  });

  test("a damaged recording is refused, and nothing is lost", async () => {
    const path = join(folder, "bad.tatter");
    const { bytes } = await saved("Recording (");
    await writeFile(path, bytes.subarray(0, bytes.length - 8));
    const hash = await lab.text("hash");
    await open(path);
    await lab.problem.getByText("bad.tatter cannot be opened: it is cut short").waitFor();
    expect(await lab.text("hash")).toBe(hash);
  });

  test("picture, cloth and scene are files that others can read", async () => {
    const picture = decode((await saved("Picture")).bytes);
    const { width, height } = lab.page.viewportSize()!;
    const sharpness = await lab.page.evaluate(() => devicePixelRatio);
    expect([picture.width, picture.height]).toEqual([sharpness * width, sharpness * height]);
    expect(new Set(picture.data).size).toBeGreaterThan(50);

    const obj = await saved("Cloth");
    const { data } = readObj(obj.bytes.toString());
    expect(data.positions.length).toBe(3 * (await lab.stat("particles")));

    await lab.put("wind", 3.3);
    const { path, bytes } = await saved("Scene");
    const scene = await loadSceneFile(path);
    expect(Math.hypot(...scene.wind.velocity)).toBeCloseTo(3.3, 9);
    expect((await openWorld(scene)).start.particles).toBe(17 * 15);
    expect(sceneText(JSON.parse(bytes.toString()) as SceneInput)).toBe(bytes.toString());
  });

  test("a film has pictures", async () => {
    const { page } = lab;
    await page.locator("#view").focus();
    await page.keyboard.press("e");
    await page.locator("#save").getByRole("button", { name: "Film" }).click();
    const stop = page.getByRole("button", { name: "Stop film" });
    await lab.untilShown(async () => /[1-9]\d* s/.test(await stop.innerText()));
    const download = page.waitForEvent("download");
    await stop.click();
    const { name, bytes } = await kept(await download);
    expect(name).toMatch(/\.webm$/);
    expect([...bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    const colours = await page.evaluate(async (letters) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = `data:video/webm;base64,${letters}`;
      await video.play();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext("2d")!;
      context.drawImage(video, 0, 0);
      return new Set(context.getImageData(0, 0, canvas.width, canvas.height).data).size;
    }, bytes.toString("base64"));
    expect(colours).toBeGreaterThan(50);
    expect(await stop.isHidden()).toBe(true);
  });

  test("an address opens the same scene elsewhere, to the same bits", async () => {
    const { page } = lab;
    await lab.startCoarse();
    await lab.put("wind", 2.2);
    await lab.put("stiffness", 900);
    await page.getByRole("button", { name: "Share" }).click();
    const field = page.getByLabel("Address of this scene");
    await field.waitFor();
    const address = await field.inputValue();
    expect(await page.locator("#share p").textContent()).toContain(`${address.length} letters`);
    await page.keyboard.press("Escape");
    await pause();
    const hereAndNow = async (): Promise<string> => {
      await pause();
      await page.keyboard.press("r");
      await lab.settled();
      expect(await lab.newestFrame()).toBe(0);
      for (let frame = 1; frame <= 4; frame++) await stepTo(frame);
      return lab.text("hash");
    };
    const hash = await hereAndNow();
    await lab.goTo(address);
    expect(await lab.stat("particles")).toBe(17 * 15);
    expect([await lab.value("wind"), await lab.value("stiffness")]).toEqual([2.2, 900]);
    expect(await lab.picked("scene")).toBe("curtain (shared)");
    expect(await hereAndNow()).toBe(hash);

    await lab.goTo(address.slice(0, -50));
    await lab.problem.getByText("the address is cut short or damaged").waitFor();
    expect(await lab.picked("scene")).toBe("curtain");
    expect(lab.problems).toEqual([]);
  });
});
