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
    folder = await mkdtemp(join(tmpdir(), "tatter-export-"));
    lab = await LabDriver.open();
    await lab.startCoarse();
  });
  afterAll(async () => {
    await lab.close();
    await rm(folder, { recursive: true });
  });

  /** Chooses an entry of the menu, and waits for the file. */
  async function saved(entry: string): Promise<{ name: string; path: string; bytes: Buffer }> {
    const { page } = lab;
    return savedFile(async () => {
      await page.getByRole("button", { name: "Save…" }).click();
      await page.locator("#save").getByRole("button", { name: entry }).click();
    });
  }

  async function savedFile(
    save: () => Promise<unknown>,
  ): Promise<{ name: string; path: string; bytes: Buffer }> {
    const file = await lab.download(save);
    const name = file.suggestedFilename();
    const path = join(folder, name);
    await file.saveAs(path);
    return { name, path, bytes: await readFile(path) };
  }

  async function pause(): Promise<void> {
    const { page } = lab;
    const play = page.getByRole("button", { name: "Play (space)" });
    if (!(await play.isVisible())) await lab.button("Pause (space)");
    await play.waitFor();
    expect(await lab.text("hash")).toHaveLength(16);
  }

  /** Makes one step while paused. */
  async function stepTo(frame: number): Promise<void> {
    await lab.key(".");
    expect(await lab.newestFrame()).toBe(frame);
  }

  async function open(path: string): Promise<void> {
    await lab.page.locator("#save input[type=file]").setInputFiles(path);
  }

  test("a run with a rewind is saved, replays in Node, and opens again", async () => {
    const { page } = lab;
    const [x, y] = await lab.grab(await lab.center());
    await page.mouse.move(x + 40, y + 60, { steps: 4 });
    await lab.advance(16);
    await page.mouse.up();
    await pause();
    await lab.rewindTo(10);
    await page.keyboard.press("t");
    await page.locator("#view").focus();
    await lab.key("Enter"); // throws at the center of the image
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

    await lab.pick("Scene", "flag");
    expect(await lab.stat("balls")).toBe(0);
    await open(path);
    const note = page.locator("#opened");
    await note.getByText("Recording of 14 frames").waitFor();
    await lab.settled();
    expect(await lab.picked("Scene")).toBe(name.replace(".tatter", ""));
    expect([await lab.stat("time"), await lab.newestFrame()]).toEqual([0, 14]);
    await lab.rewindTo(14);
    expect(await lab.text("hash")).toBe(hash);

    // Play shows it from its start and stops at its end, bit-exact.
    await lab.rewindTo(0);
    expect(await lab.stat("time")).toBe(0);
    await lab.key(" ");
    expect(await lab.advance(20)).toBe(false);
    expect(await lab.text("hash")).toBe(hash);
    expect(await note.isVisible()).toBe(true);

    // From there it is a live run.
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
    await lab.problem.getByText("bad.tatter cannot be opened: the file is cut short").waitFor();
    expect(await lab.text("hash")).toBe(hash);
  });

  test("image, cloth and scene are readable files", async () => {
    const picture = decode((await saved("Image (")).bytes);
    const { width, height } = lab.page.viewportSize()!;
    const pixelRatio = await lab.page.evaluate(() => devicePixelRatio);
    expect([picture.width, picture.height]).toEqual([pixelRatio * width, pixelRatio * height]);
    expect(new Set(picture.data).size).toBeGreaterThan(50);

    const obj = await saved("Cloth");
    const { data } = readObj(obj.bytes.toString());
    expect(data.positions.length).toBe(3 * (await lab.stat("particles")));

    await lab.put("Wind", 3.3);
    const { path, bytes } = await saved("Scene");
    const scene = await loadSceneFile(path);
    expect(Math.hypot(...scene.wind.velocity)).toBeCloseTo(3.3, 9);
    expect((await openWorld(scene)).start.particles).toBe(17 * 15);
    expect(sceneText(JSON.parse(bytes.toString()) as SceneInput)).toBe(bytes.toString());
  });

  test("a video has frames", async () => {
    const { page } = lab;
    await page.locator("#view").focus();
    await page.keyboard.press("e");
    await page.locator("#save").getByRole("button", { name: "Video" }).click();
    const stop = page.getByRole("button", { name: "Stop video" });
    await lab.untilShown(async () => /[1-9]\d* s/.test(await stop.innerText()));
    const { name, bytes } = await savedFile(() => stop.click());
    expect(name).toMatch(/\.webm$/);
    expect([...bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    const colors = await page.evaluate(async (base64) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = `data:video/webm;base64,${base64}`;
      const ended = new Promise((resolve) => video.addEventListener("ended", resolve));
      await video.play();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext("2d", { willReadFrequently: true })!;
      let most = 0;
      const look = (): void => {
        context.drawImage(video, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        most = Math.max(most, new Set(data).size);
      };
      // The first frame may be from before the first drawing, on a slow machine.
      video.addEventListener("timeupdate", look);
      await ended;
      look();
      return most;
    }, bytes.toString("base64"));
    expect(colors).toBeGreaterThan(50);
    expect(await stop.isHidden()).toBe(true);
  });

  test("a link opens the same scene, bit-exact", async () => {
    const { page } = lab;
    await lab.startCoarse();
    await lab.put("Wind", 2.2);
    await lab.put("Stiffness", 900);
    await page.getByRole("button", { name: "Share" }).click();
    const field = page.getByLabel("Link to this scene");
    await field.waitFor();
    const link = await field.inputValue();
    expect(await page.locator("#share p").textContent()).toContain(
      `Link copied. It holds the whole scene with its settings, in ${link.length} characters.`,
    );
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
    await lab.goTo(link);
    expect(await lab.stat("particles")).toBe(17 * 15);
    expect([await lab.value("Wind"), await lab.value("Stiffness")]).toEqual([2.2, 900]);
    expect(await lab.picked("Scene")).toBe("curtain (shared)");
    expect(await hereAndNow()).toBe(hash);

    await lab.goTo(link.slice(0, -50));
    await lab.problem.getByText("the link is truncated or damaged").waitFor();
    expect(await lab.picked("Scene")).toBe("curtain");
    expect(lab.problems).toEqual([]);
  });
});
