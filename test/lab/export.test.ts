import { deflateRawSync } from "node:zlib";
import {
  checkScene,
  createWorld,
  decodeRecording,
  Replay,
  SceneRecorder,
  type SceneInput,
} from "tatter/scene";
import { describe, expect, test } from "vitest";
import { settingsOf, liveSettings, sceneWith } from "../../lab/src/panel/settings.js";
import { loadFiles, librarySource } from "../../lab/src/scenes/scenes.js";
import { encodeHash, decodeHash } from "../../lab/src/share/share-url.js";
import { fileName } from "../../lab/src/controls/downloads.js";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import { userFilesOf } from "../../lab/src/share/scene-text.js";
import { recordingOf } from "../../lab/src/simulation/saved-files.js";
import { OpenedRun } from "../../lab/src/simulation/opened-run.js";
import { Rewind } from "../../lab/src/simulation/rewind.js";

describe("a link", () => {
  test("of version 0.1 opens with the names of today, in the scene and in the panel", async () => {
    const scene = {
      name: "old",
      wind: { velocity: [1, 0, 0], gusts: { strength: 0.4, period: 2 } },
      cloths: [
        {
          mesh: { type: "grid", size: [1, 1], segments: [4, 4] },
          material: { preset: "silk", strength: 0.2 },
          strength: { noise: { amount: 0.3, size: 0.1 } },
          pins: [{ select: { group: "top" }, strength: 9, motion: [{ time: 0, move: [0, 0, 0] }] }],
          tearing: {},
        },
      ],
      bodies: [{ type: "ball", position: [0, 2, 0], radius: 0.1, mass: 1, spin: [0, 1, 0] }],
    };
    const packed = deflateRawSync(JSON.stringify(scene)).toString("base64url");
    const { source } = (await decodeHash(`#s=${packed}`))!;
    expect(source!.scene.cloths[0]!.material).toEqual({ preset: "silk", breakingStrain: 0.2 });
    expect(source!.scene.balls).toEqual([
      { position: [0, 2, 0], radius: 0.1, mass: 1, angularVelocity: [0, 1, 0] },
    ]);
    const settings = settingsOf(source!);
    expect(settings).toMatchObject({ breakingStrain: 0.2, gusts: 0.4, strengthVariation: 0.3 });
  });

  test.each(["curtain", "strength-map", "bowl", "stiff-notched-pull", "silk-drape"])(
    "holds %s with its settings, bit-exact",
    async (name) => {
      const settings = settingsOf(librarySource(name));
      await loadFiles(settings.source);
      settings.wind = 2.5;
      if (settings.resolution !== null) settings.resolution = 16;
      const scene = sceneWith(settings);
      const hash = await encodeHash(scene);
      expect(hash).toMatch(/^#s=[\w-]+$/);
      expect(hash.length).toBeLessThan(3000);
      const { source } = (await decodeHash(hash))!;
      const [here, there] = [
        createWorld(checkScene(scene), { files: settings.source.files }),
        createWorld(checkScene(source!.scene), { files: source!.files }),
      ];
      for (let i = 0; i < 3; i++) {
        here.step();
        there.step();
      }
      expect(there.hash()).toBe(here.hash());
      // The panel of the other page is the same, and so is its link.
      const panel = settingsOf(source!);
      expect(liveSettings(panel)).toEqual(liveSettings(settings));
      expect(await encodeHash(sceneWith(panel))).toBe(hash);
    },
  );

  test("that is damaged or holds no scene is refused with a reason", async () => {
    const good = await encodeHash(librarySource("curtain").scene);
    const refused =
      /^The scene in this link cannot be opened: .* default scene is shown instead\.$/;
    for (const bad of [
      good.slice(0, -40),
      `${good.slice(0, 60)}%%${good.slice(60)}`,
      "#s=",
      "#s=!",
    ]) {
      expect((await decodeHash(bad))!.problem).toMatch(refused);
    }
    const foreign = { name: "x", cloths: [{ mesh: { type: "file", path: "meshes/own.obj" } }] };
    const { problem } = (await decodeHash(await encodeHash(foreign as SceneInput)))!;
    expect(problem).toContain("it needs meshes/own.obj, which the link does not include.");
    const broken = { name: "x", cloths: [{ mesh: { type: "cube" } }] } as unknown as SceneInput;
    expect((await decodeHash(await encodeHash(broken)))!.problem).toContain("cloths.0.mesh");
    expect(await decodeHash("")).toBe(null);
    expect(await decodeHash("#help")).toBe(null);
  });

  test("cannot include user files, and knows those of the library", async () => {
    const source = librarySource("bowl");
    expect(await userFilesOf(source)).toEqual([]);
    await loadFiles(source);
    expect(await userFilesOf(source)).toEqual([]);
    const path = Object.keys(source.files).find((file) => file.endsWith("bowl.obj"));
    const files = { ...source.files, [path!]: `${source.files[path!] as string}\n# mine` };
    expect(await userFilesOf({ ...source, files })).toEqual([path]);
  });
});

test("file names contain scene and time", () => {
  const when = new Date(2026, 2, 4, 5, 6, 7);
  expect(fileName("My scene: /a/", when, "obj")).toBe("My-scene-a-2026-03-04-050607.obj");
  expect(fileName("…", when, "png")).toBe("cloth-2026-03-04-050607.png");
});

describe("a recording of the lab", () => {
  test("opens with the whole run, including input after the last step", () => {
    const settings = settingsOf(librarySource("curtain"));
    settings.resolution = 16;
    const scene = checkScene(sceneWith(settings));
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "test");
    const rewind = new Rewind(world, recorder);
    const step = (count: number): void => {
      for (let i = 0; i < count; i++) {
        rewind.start();
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
    world.addBall({ ...ball, position: [0, 1, 0.5] });
    rewind.changeHere();
    step(6);
    const beforeTheLast = world.hash();
    world.addBall({ ...ball, position: [0.3, 1, 0.5] });
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
    // Saving it again gives the same file.
    const again = recordingOf(run.recorder, { panel: panel! });
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
    const replay = new Replay(decodeRecording(again));
    while (replay.next());
    expect(replay.world.hash()).toBe(beforeTheLast);
  });

  // Its scene named the kernels, which other solvers do not have: the panel refused them.
  test("can restart with another solver", () => {
    const settings = settingsOf(librarySource("curtain"));
    const scene = checkScene(sceneWith(settings));
    const recorder = new SceneRecorder(createWorld(scene), scene, {}, "test");
    expect(recorder.recording.scene.kernels).toBe("wasm");
    const bytes = recordingOf(recorder, { panel: liveSettings(settings) });
    const panel = settingsOf(readRecording("run.tatter", bytes).source);
    for (const solver of ["implicit", "rk4", "xpbd"] as const) {
      const other = checkScene(sceneWith({ ...panel, resolution: 16, solver }));
      expect(createWorld(other).solver.type).toBe(solver);
    }
  });
});
