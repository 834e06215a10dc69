import { checkScene, createWorld, decodeRecording } from "tatter/scene";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { liveSettings, sceneWith, settingsOf } from "../../lab/src/panel/settings.js";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import { withoutDefaults } from "../../lab/src/share/scene-text.js";
import { decodeHash, encodeHash } from "../../lab/src/share/share-url.js";
import { LabSimulation } from "../../lab/src/simulation/lab-simulation.js";
import type { Command, Report } from "../../lab/src/simulation/messages.js";
import { NO_REQUEST } from "../../lab/src/simulation/view-data.js";
import { fallingSheets } from "./falling-sheets.js";
import { twoSheets } from "./two-sheets.js";

type Frame = Extract<Report, { type: "frame" }>;

describe("the settings of self-collision", () => {
  test("are those of the scene; without them it is off, with the thickness of the materials", () => {
    expect(settingsOf(twoSheets())).toMatchObject({ selfCollision: "off", contactThickness: null });
    expect(settingsOf(fallingSheets())).toMatchObject({
      selfCollision: "fast",
      contactThickness: 0.004,
    });
  });

  test("are in saved scenes and links; the defaults are left out", async () => {
    const settings = settingsOf(fallingSheets());
    Object.assign(settings, { selfCollision: "exact", contactThickness: 0.006 });
    const scene = sceneWith(settings);
    const own = { selfCollision: "exact", contactThickness: 0.006 };
    expect(withoutDefaults(scene)).toMatchObject(own);
    const { source } = (await decodeHash(await encodeHash(scene)))!;
    expect(settingsOf(source!)).toMatchObject(own);
    Object.assign(settings, { selfCollision: "off", contactThickness: null });
    const plain = withoutDefaults(sceneWith(settings));
    expect(Object.keys(plain)).not.toContain("selfCollision");
    expect(Object.keys(plain)).not.toContain("contactThickness");
  });
});

describe("the simulation of the lab with self-collision", () => {
  let reports: Report[];
  let simulation: LabSimulation;
  let held: () => void;

  beforeEach(() => {
    const own: Report[] = []; // the simulation of an earlier test may still run
    reports = own;
    simulation = new LabSimulation((report) => {
      own.push(report);
      if (report.type === "advanced") held();
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  const SETTINGS = settingsOf(fallingSheets());
  const LIVE = liveSettings(SETTINGS);
  const LOAD: Command = { type: "load", scene: sceneWith(SETTINGS), files: {} };
  const SHOW: Command = { type: "show", request: { ...NO_REQUEST, contacts: true } };

  const send = (...commands: Command[]): void => {
    for (const command of commands) simulation.receive(command);
  };
  const advance = async (steps: number): Promise<void> => {
    const done = new Promise<void>((resolve) => (held = resolve));
    send({ type: "advance", steps });
    await done;
  };
  const latest = (): Frame =>
    reports.findLast(({ type }) => type === "cloths" || type === "frame") as Frame;
  const problems = (): string[] =>
    reports.flatMap((report) => (report.type === "problem" ? [report.message] : []));
  /** Distance between the middles of the two sheets, m. */
  const gap = (): number => {
    const [lower, upper] = latest().cloths.map(({ positions }) => positions[3 * 40 + 1]!);
    return upper! - lower!;
  };

  test("is switched while the cloth moves", async () => {
    send(LOAD);
    await advance(60);
    expect(gap()).toBeGreaterThan(0.002); // more than half the thickness
    expect(latest().stats.crossings).toEqual({ now: 0, forced: 0 });
    send({ type: "settings", settings: { ...LIVE, contactThickness: 0.01 } });
    await advance(60);
    expect(gap()).toBeGreaterThan(0.005);
    send({ type: "settings", settings: { ...LIVE, selfCollision: "off" } });
    await advance(60);
    expect(gap()).toBeLessThan(0.001);
    expect(latest().stats.crossings).toBe(null);
    expect(latest().stats.frame).toBe(180); // it was not restarted
  });

  test("sends contacts only while they are shown, and none right after a rewind", async () => {
    send(LOAD);
    await advance(60);
    expect(latest().contacts).toBe(null);
    send(SHOW);
    await advance(1);
    const { contacts } = latest();
    expect(contacts!.length / 3).toBeGreaterThan(20);
    for (let i = 0; i < contacts!.length; i += 3) {
      expect(Math.abs(contacts![i]!)).toBeLessThan(0.25);
      expect(Math.abs(contacts![i + 1]!)).toBeLessThan(0.02);
    }
    send({ type: "rewind", frame: 10 });
    await advance(0);
    expect(latest().contacts).toHaveLength(0);
    send({ type: "show", request: NO_REQUEST });
    expect(latest().contacts).toBe(null);
  });

  test("keeps the settings of the panel in a rewind, and the run in a recording, bit-exact", async () => {
    send(LOAD);
    await advance(20);
    const settings = { ...LIVE, selfCollision: "exact", contactThickness: 0.008 } as const;
    send({ type: "settings", settings });
    await advance(20);
    send({ type: "pause", paused: true });
    const { hash } = latest().stats;
    send({ type: "export", what: "recording", name: "run", settings });
    const { content } = reports.at(-1) as Extract<Report, { type: "exported" }>;
    const bytes = content as Uint8Array<ArrayBuffer>;
    const opened = readRecording("run.tatter", bytes);
    expect(settingsOf(opened.source)).toMatchObject({
      selfCollision: "exact",
      contactThickness: 0.008,
    });
    expect(decodeRecording(bytes).scene).toMatchObject({
      selfCollision: "fast",
      contactThickness: 0.004,
    });
    send({ type: "open", recording: opened.recording, settings: opened.settings });
    await advance(0);
    send({ type: "pause", paused: false });
    await advance(40);
    expect(latest().stats).toMatchObject({ frame: 40, hash });
    send({ type: "rewind", frame: 5 }, { type: "pause", paused: false });
    await advance(80);
    expect(gap()).toBeGreaterThan(0.005); // over the 4 mm of the scene
    expect(problems()).toEqual([]);
  });

  test("opens recordings of versions that did not know it with the setting off", () => {
    const scene = checkScene(twoSheets().scene);
    send({ type: "load", scene: twoSheets().scene, files: {} });
    const {
      selfCollision: _,
      contactThickness: __,
      ...old
    } = liveSettings(settingsOf(twoSheets()));
    send({ type: "export", what: "recording", name: "run", settings: old as typeof LIVE });
    const { content } = reports.at(-1) as Extract<Report, { type: "exported" }>;
    const { settings } = readRecording("run.tatter", content as Uint8Array<ArrayBuffer>);
    expect(settings).toMatchObject({ selfCollision: "off", contactThickness: null });
    expect(createWorld(scene).contact.mode).toBe("off");
  });

  test("says in one line what an engine without WebAssembly SIMD cannot do", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const expected =
      /^selfCollision: "fast" needs WebAssembly with SIMD, which this engine does not have; use "off"/;
    send(LOAD);
    expect(problems()).toHaveLength(1);
    expect(problems()[0]).toMatch(expected);
    const off = { ...SETTINGS, selfCollision: "off" } as const;
    send({ type: "load", scene: sceneWith(off), files: {} });
    await advance(2);
    send({ type: "settings", settings: LIVE });
    expect(problems()).toHaveLength(2);
    expect(problems()[1]).toMatch(expected);
    send({ type: "settings", settings: liveSettings(off) });
    await advance(2);
    expect(latest().stats.frame).toBe(4);
  });
});
