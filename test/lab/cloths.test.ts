import { checkScene, createWorld, decodeRecording, encodeRecording } from "tatter/scene";
import { beforeEach, describe, expect, test } from "vitest";
import { chooseCloth, liveSettings, sceneWith, settingsOf } from "../../lab/src/panel/settings.js";
import { applyPreset } from "../../lab/src/panel/material-settings.js";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import { withoutDefaults } from "../../lab/src/share/scene-text.js";
import { LabSimulation } from "../../lab/src/simulation/lab-simulation.js";
import type { Command, Report } from "../../lab/src/simulation/messages.js";
import { NO_REQUEST } from "../../lab/src/simulation/view-data.js";
import { PieceColors } from "../../lab/src/views/piece-colors.js";
import { TWO_SHEETS, twoSheets } from "./two-sheets.js";

type Cloths = Extract<Report, { type: "cloths" }>;
type Frame = Extract<Report, { type: "frame" }>;

const PARTICLES = [169, 81];
/** In the middle of the second sheet. */
const ON_SECOND = { cloth: 1, point: [0.6, 1, 0.05] as [number, number, number] };

describe("the simulation of a scene with two cloths", () => {
  let reports: Report[];
  let simulation: LabSimulation;
  let held: (steps: number) => void;

  beforeEach(() => {
    reports = [];
    simulation = new LabSimulation((report) => {
      reports.push(report);
      if (report.type === "advanced") held(report.steps);
    });
    send({ type: "load", scene: sceneWith(settingsOf(twoSheets())), files: {} });
  });

  const send = (...commands: Command[]): void => {
    for (const command of commands) simulation.receive(command);
  };
  const advance = async (steps: number): Promise<void> => {
    const done = new Promise<number>((resolve) => (held = resolve));
    send({ type: "advance", steps });
    expect(await done).toBe(steps);
  };
  const latest = (): Cloths | Frame =>
    reports.findLast((report) => report.type === "cloths" || report.type === "frame") as Frame;
  /** Numbers of edits of each cloth in all frames so far. */
  const edits = (): number[] =>
    [0, 1].map((i) =>
      reports
        .filter((report) => report.type === "frame")
        .reduce((sum, { cloths }) => sum + cloths[i]!.edits.length, 0),
    );
  const pinned = (): number[] => latest().cloths.map((cloth) => cloth.pinned.length);
  /** Cuts across both sheets, or as far as `right`. */
  const slash = async (right = 1.5): Promise<void> => {
    const blade = (
      x: number,
    ): { from: [number, number, number]; to: [number, number, number] } => ({
      from: [x, 0.9, 3],
      to: [x, 0.9, -3],
    });
    send({ type: "draw", knife: 1, blade: blade(-1.5) });
    send({ type: "slash", knife: 1, blade: blade(right) }, { type: "lift", knife: 1 });
    await advance(1);
  };

  test("each message has all cloths, in the order of the scene, and the stats are totals", async () => {
    const { cloths } = latest() as Cloths;
    expect(cloths.map(({ triangles }) => triangles.length / 3)).toEqual([288, 128]);
    await advance(1);
    expect(latest().cloths.map(({ count }) => count)).toEqual(PARTICLES);
    expect(latest().stats).toMatchObject({ particles: 250, pieces: 2 });
    expect(pinned()).toEqual([13, 9]);
  });

  test("a returned buffer is reused for its own cloth", async () => {
    await advance(1);
    const positions = latest().cloths.map((cloth) => cloth.positions);
    send({ type: "return", positions });
    await advance(1);
    for (const [i, cloth] of latest().cloths.entries()) expect(cloth.positions).toBe(positions[i]);
  });

  test("a grab pulls and tears the cloth that it names", async () => {
    send({ type: "grab", id: 1, ...ON_SECOND });
    for (let i = 1; i <= 40; i++) {
      send({ type: "move", id: 1, point: [0.6, 1 - 0.03 * i, 0.3] });
      await advance(1);
    }
    const [first, second] = edits();
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(latest().stats.grabs).toBe(1);
  });

  test("one stroke cuts both cloths, and one undo closes both", async () => {
    await slash();
    expect(latest().stats).toMatchObject({ cuts: 2, pieces: 4 });
    expect(Math.min(...edits())).toBeGreaterThan(0);
    send({ type: "undo" });
    expect(latest().stats).toMatchObject({ cuts: 0, pieces: 2 });
    expect((latest() as Cloths).cloths.map(({ torn }) => torn.length)).toEqual([0, 0]);
  });

  test("an undo leaves an earlier stroke", async () => {
    await slash(0);
    expect(latest().stats).toMatchObject({ cuts: 1, pieces: 3 });
    await slash();
    const { cuts } = latest().stats;
    expect(cuts).toBeGreaterThan(1);
    send({ type: "undo" });
    expect(latest().stats).toMatchObject({ cuts: 1, pieces: 3 });
  });

  test("pins and paint belong to the cloth that they name", () => {
    send({ type: "pause", paused: true }, { type: "show-strength", isShown: true });
    send({ type: "pin", ...ON_SECOND, radius: 0 });
    expect(pinned()).toEqual([13, 10]);
    const particle = latest().cloths[1]!.pinned.at(-1)!;
    send({ type: "unpin", at: { cloth: 1, particle }, radius: 0 });
    expect(pinned()).toEqual([13, 9]);
    send({ type: "paint", points: [ON_SECOND], radius: 0.2, strength: 0.3 });
    expect(Math.min(...latest().cloths[1]!.strengths!)).toBeLessThan(0.31);
    expect(latest().cloths[0]!.strengths).toBeFalsy();
    send({ type: "unpin", at: null, radius: 0 });
    expect(pinned()).toEqual([0, 0]);
  });

  test("views are measured for all cloths", async () => {
    send({ type: "show", request: { ...NO_REQUEST, strain: true, pieces: true } });
    await advance(1);
    const scales = latest().cloths.map(({ shown }) => shown!.strain!.scale);
    expect(scales.map((scale) => Number(scale.toFixed(3)))).toEqual([0.5, 0.2]);
    const first = reports.find((report) => report.type === "frame" && report.cloths[0]!.shown);
    expect((first as Frame).cloths.map(({ shown }) => shown!.pieces!.length)).toEqual(PARTICLES);
  });

  test("a rewind and an opened recording restore both cloths", async () => {
    await advance(3);
    send({ type: "pause", paused: true });
    const { hash } = latest().stats;
    send({ type: "pause", paused: false });
    await slash();
    send({ type: "rewind", frame: 3 });
    await advance(0);
    expect(latest().stats).toMatchObject({ hash, pieces: 2 });
    const settings = liveSettings(settingsOf(twoSheets()));
    send({ type: "export", what: "recording", name: "run", settings });
    const { content } = reports.at(-1) as Extract<Report, { type: "exported" }>;
    const opened = readRecording("run.tatter", content as Uint8Array);
    expect(opened.settings).toEqual(settings);
    send({ type: "open", recording: opened.recording, settings: opened.settings });
    await advance(0);
    send({ type: "rewind", frame: 4 });
    await advance(0);
    expect(latest().stats).toMatchObject({ frame: 4, pieces: 4, cuts: 2 });
  });

  test("settings apply to each cloth", async () => {
    const settings = settingsOf(twoSheets());
    chooseCloth(settings, 1);
    settings.criterion = "off";
    send({ type: "settings", settings: liveSettings(settings) });
    expect(latest().stats.canTear).toBe(true);
    chooseCloth(settings, 0);
    settings.criterion = "off";
    send({ type: "settings", settings: liveSettings(settings) });
    await advance(1);
    expect(latest().stats.canTear).toBe(false);
  });
});

describe("the panel settings of a scene with two cloths", () => {
  test("are those of the chosen cloth, and each cloth keeps its own", () => {
    const settings = settingsOf(twoSheets());
    expect(settings).toMatchObject({ cloth: 0, preset: "denim", resolution: 12, tearStretch: 1.5 });
    settings.resolution = 16;
    chooseCloth(settings, 1);
    expect(settings).toMatchObject({ cloth: 1, preset: "paper", resolution: 8, stiffness: 900 });
    applyPreset(settings, "silk");
    settings.model = "membrane";
    chooseCloth(settings, 0);
    expect(settings).toMatchObject({ preset: "denim", resolution: 16, model: "springs" });
    const { cloths } = sceneWith(settings);
    expect(cloths.map(({ material }) => material!.preset)).toEqual(["denim", "silk"]);
    expect(cloths.map(({ model }) => model)).toEqual(["springs", "membrane"]);
    expect(cloths.map(({ mesh }) => mesh)).toMatchObject([
      { segments: [16, 16] },
      { segments: [8, 8], diagonals: "one-way" },
    ]);
    expect(liveSettings(settings).cloths.map(({ preset }) => preset)).toEqual(["denim", "silk"]);
  });

  test("unchanged, they give the same scene", () => {
    const written = sceneWith(settingsOf(twoSheets()));
    const hashes = [TWO_SHEETS, written, withoutDefaults(written)].map((scene) => {
      const world = createWorld(checkScene(scene));
      for (let i = 0; i < 5; i++) world.step();
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });
});

test("recordings of version 0.2 have the panel settings of the first cloth", () => {
  const settings = settingsOf(twoSheets());
  applyPreset(settings, "wool");
  const { cloths, ...others } = liveSettings(settings);
  const simulation = new LabSimulation((report) => {
    if (report.type === "exported") content = report.content as typeof content;
  });
  let content = new Uint8Array();
  simulation.receive({ type: "load", scene: TWO_SHEETS, files: {} });
  simulation.receive({
    type: "export",
    what: "recording",
    name: "x",
    settings: { cloths, ...others },
  });
  const notes = { panel: { ...cloths[0]!, ...others } };
  const old = encodeRecording({ ...decodeRecording(content), notes });
  const opened = readRecording("x.tatter", old);
  expect(opened.settings!.cloths).toEqual([cloths[0]]);
  const presets = opened.source.scene.cloths.map(({ material }) => material!.preset);
  expect(presets).toEqual(["wool", "paper"]);
});

test("pieces of different cloths have different colors", () => {
  const colors = new PieceColors();
  const [one] = colors.follow(0, new Int32Array(5), new Float32Array(20));
  const [two] = colors.follow(1, new Int32Array(4), new Float32Array(16));
  expect([one!.particles, two!.particles]).toEqual([5, 4]);
  expect(two!.color).not.toBe(one!.color);
});
