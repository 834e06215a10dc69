import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { readObj } from "tatter/io";
import {
  checkScene,
  createWorld,
  decodeRecording,
  Replay,
  SceneRecorder,
  type SceneInput,
} from "tatter/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsOf, liveSettings, sceneWith } from "../../lab/src/panel/settings.js";
import { bringFiles, librarySource } from "../../lab/src/scenes/scenes.js";
import { hashOf, readHash } from "../../lab/src/share/address-text.js";
import { fileName } from "../../lab/src/controls/downloads.js";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import { ownFiles, sceneText } from "../../lab/src/share/scene-text.js";
import { recordingOf } from "../../lab/src/simulation/keep.js";
import { OpenedRun } from "../../lab/src/simulation/opened-run.js";
import { Rewind } from "../../lab/src/simulation/rewind.js";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe("an address", () => {
  test.each(["curtain", "strength-map", "bowl", "stiff-notched-pull", "silk-drape"])(
    "holds %s as the panel says, to the same bits",
    async (name) => {
      const settings = settingsOf(librarySource(name));
      await bringFiles(settings.source);
      settings.wind = 2.5;
      if (settings.resolution !== null) settings.resolution = 16;
      const scene = sceneWith(settings);
      const hash = await hashOf(scene);
      expect(hash).toMatch(/^#s=[\w-]+$/);
      expect(hash.length).toBeLessThan(3000);
      const { source } = (await readHash(hash))!;
      const [here, there] = [
        createWorld(checkScene(scene), { files: settings.source.files }),
        createWorld(checkScene(source!.scene), { files: source!.files }),
      ];
      for (let i = 0; i < 3; i++) {
        here.step();
        there.step();
      }
      expect(there.hash()).toBe(here.hash());
      // The panel of the other page says the same, and its next address too.
      const panel = settingsOf(source!);
      expect(liveSettings(panel)).toEqual(liveSettings(settings));
      expect(await hashOf(sceneWith(panel))).toBe(hash);
    },
  );

  test("that is damaged, or holds no scene, says so", async () => {
    const good = await hashOf(librarySource("curtain").scene);
    const refused = /^The scene in this address cannot be opened: .* first scene instead\.$/;
    for (const bad of [
      good.slice(0, -40),
      `${good.slice(0, 60)}%%${good.slice(60)}`,
      "#s=",
      "#s=!",
    ]) {
      expect((await readHash(bad))!.problem).toMatch(refused);
    }
    const foreign = { name: "x", cloths: [{ mesh: { type: "file", path: "meshes/own.obj" } }] };
    const { problem } = (await readHash(await hashOf(foreign as SceneInput)))!;
    expect(problem).toContain("it needs meshes/own.obj, which is not here.");
    const broken = { name: "x", cloths: [{ mesh: { type: "cube" } }] } as unknown as SceneInput;
    expect((await readHash(await hashOf(broken)))!.problem).toContain("cloths.0.mesh");
    expect(await readHash("")).toBe(null);
    expect(await readHash("#help")).toBe(null);
  });

  test("cannot hold files of the user, and knows those of the library", async () => {
    const source = librarySource("bowl");
    expect(await ownFiles(source)).toEqual([]);
    await bringFiles(source);
    expect(await ownFiles(source)).toEqual([]);
    const path = Object.keys(source.files).find((file) => file.endsWith("bowl.obj"));
    const files = { ...source.files, [path!]: `${source.files[path!] as string}\n# mine` };
    expect(await ownFiles({ ...source, files })).toEqual([path]);
  });
});

test("files have the name of the scene and the time", () => {
  const when = new Date(2026, 2, 4, 5, 6, 7);
  expect(fileName("My scene: /a/", when, "obj")).toBe("My-scene-a-2026-03-04-050607.obj");
  expect(fileName("…", when, "png")).toBe("cloth-2026-03-04-050607.png");
});

describe("a recording of the lab", () => {
  test("opens with all that was left of the run, and with what was done at its end", () => {
    const settings = settingsOf(librarySource("curtain"));
    settings.resolution = 16;
    const scene = checkScene(sceneWith(settings));
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const rewind = new Rewind(world, recorder);
    const step = (count: number): void => {
      for (let i = 0; i < count; i++) {
        rewind.setOut();
        world.step();
        recorder.endFrame();
        rewind.arrive();
      }
    };
    const ball = { velocity: [0, 0, -6], radius: 0.1, mass: 0.5 } as const;
    step(5);
    world.grab({ point: [0, 0.8, 0] })!.moveTo([0, 0.5, 0.5]);
    step(10);
    rewind.to(8);
    world.throwBall({ ...ball, position: [0, 1, 0.5] });
    rewind.changeHere();
    step(6);
    const beforeTheLast = world.hash();
    world.throwBall({ ...ball, position: [0.3, 1, 0.5] });
    rewind.changeHere();
    settings.wind = 4;
    const bytes = recordingOf(recorder, { panel: liveSettings(settings) });

    const { recording, source, settings: panel } = readRecording("My run.tatter", bytes);
    expect(source.name).toBe("My run");
    expect(settingsOf(source).wind).toBe(4);
    expect(panel).toEqual(liveSettings(settings));
    const run = new OpenedRun(recording);
    while (!run.isReady) run.advance(1);
    expect(run.progress).toEqual({ done: 14, frames: 14 });
    expect([run.world.hash(), run.rewind.newest]).toEqual([world.hash(), 14]);
    run.rewind.to(0);
    expect(run.world.time).toBe(0);
    // Saved once more, it is the same file.
    const again = recordingOf(run.recorder, { panel: panel! });
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
    const replay = new Replay(decodeRecording(again));
    while (replay.next());
    expect(replay.world.hash()).toBe(beforeTheLast);
  });
});

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
    await lab.until(async () => (await lab.text("hash")).length === 16);
  }

  async function open(path: string): Promise<void> {
    await lab.page.locator("#save input[type=file]").setInputFiles(path);
  }

  test("a run with a rewind is saved, replays in Node, and opens again", async () => {
    const { page } = lab;
    await page.mouse.move(320, 200);
    await page.mouse.down();
    await page.mouse.move(360, 260, { steps: 4 });
    await lab.until(async () => (await lab.newestFrame()) > 15);
    await page.mouse.up();
    await pause();
    await lab.rewindTo(10);
    await page.keyboard.press("t");
    await page.locator("#view").focus();
    await page.keyboard.press("Enter"); // throws at the middle of the picture
    await lab.until(async () => (await lab.stat("balls")) === 1);
    for (let frame = 11; frame <= 14; frame++) {
      await page.keyboard.press(".");
      await lab.until(async () => (await lab.newestFrame()) === frame);
    }
    await page.keyboard.press("h");
    await lab.until(async () => (await lab.text("hash")).length === 16);
    const hash = await lab.text("hash");
    const { name, path, bytes } = await saved("Recording (");
    expect(name).toMatch(/^curtain-[\d-]+\.tatter$/);

    const replay = new Replay(decodeRecording(bytes));
    while (replay.next());
    expect([replay.frame, replay.world.hash()]).toEqual([14, hash]);
    expect(replay.world.balls.length).toBe(1);

    await lab.pick("scene", "flag");
    await lab.until(async () => (await lab.stat("balls")) === 0);
    await open(path);
    const note = page.locator("#opened");
    await note.getByText("A recording of 14 frames").waitFor();
    expect(await lab.picked("scene")).toBe(name.replace(".tatter", ""));
    expect([await lab.stat("time"), await lab.newestFrame()]).toEqual([0, 14]);
    await lab.rewindTo(14);
    await lab.until(async () => (await lab.text("hash")) === hash);

    // Play shows it from its start, and stops at its end, to the same bits.
    await lab.rewindTo(0);
    await lab.until(async () => (await lab.stat("time")) === 0);
    await page.keyboard.press(" ");
    await lab.until(async () => (await lab.text("hash")) === hash);
    expect(await note.isVisible()).toBe(true);

    // From there on it is a run as any other.
    await page.keyboard.press(".");
    await lab.until(async () => (await lab.newestFrame()) === 15);
    expect(await note.isHidden()).toBe(true);
    const longer = new Replay(decodeRecording((await saved("Recording (")).bytes));
    while (longer.next());
    await lab.until(async () => (await lab.text("hash")) === longer.world.hash());
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
    await stop.getByText(/[1-9]\d* s/).waitFor();
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
      await lab.until(async () => (await lab.newestFrame()) === 0);
      for (let frame = 1; frame <= 4; frame++) {
        await page.keyboard.press(".");
        await lab.until(async () => (await lab.newestFrame()) === frame);
      }
      return lab.text("hash");
    };
    const hash = await hereAndNow();
    await page.goto("about:blank");
    await page.goto(address);
    await lab.until(async () => (await lab.stat("particles")) === 17 * 15);
    expect([await lab.value("wind"), await lab.value("stiffness")]).toEqual([2.2, 900]);
    expect(await lab.picked("scene")).toBe("curtain (shared)");
    expect(await hereAndNow()).toBe(hash);

    await page.goto("about:blank");
    await page.goto(address.slice(0, -50));
    await lab.problem.getByText("the address is cut short or damaged").waitFor();
    expect(await lab.picked("scene")).toBe("curtain");
    expect(lab.problems).toEqual([]);
  });
});
