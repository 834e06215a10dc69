import { decodeRecording, type SceneInput } from "tatter/scene";
import { beforeEach, expect, test } from "vitest";
import { liveSettings, sceneWith, settingsOf } from "../../lab/src/panel/settings.js";
import { librarySource } from "../../lab/src/scenes/scenes.js";
import { LabSimulation } from "../../lab/src/simulation/lab-simulation.js";
import type { Command, Stats, Report } from "../../lab/src/simulation/messages.js";

const SETTINGS = settingsOf(librarySource("curtain"));
SETTINGS.resolution = 16;
const LIVE = liveSettings(SETTINGS);
const SCENE = sceneWith(SETTINGS);
const LOAD: Command = { type: "load", scene: SCENE, files: {} };
const GRAB: Command = { type: "grab", id: 1, cloth: 0, point: [0, 1, 0] };

let reports: Report[];
let simulation: LabSimulation;
let held: (steps: number) => void;

beforeEach(() => {
  reports = [];
  simulation = new LabSimulation((report) => {
    reports.push(report);
    if (report.type === "advanced") held(report.steps);
  });
});

function send(...commands: Command[]): void {
  for (const command of commands) simulation.receive(command);
}

/**
 * Requests steps.
 *
 * @returns The number of steps made.
 */
async function advance(steps: number): Promise<number> {
  const done = new Promise<number>((resolve) => (held = resolve));
  send({ type: "advance", steps });
  return done;
}

function stats(): Stats {
  const latest = reports.findLast(({ type }) => type === "cloths" || type === "frame");
  return (latest as Extract<Report, { type: "frame" }>).stats;
}

function problems(): string[] {
  return reports.flatMap((report) => (report.type === "problem" ? [report.message] : []));
}

/** Exports the run so far, and opens it. */
function reopen(): void {
  send({ type: "export", what: "recording", name: "run", settings: LIVE });
  const { content } = reports.at(-1) as Extract<Report, { type: "exported" }>;
  const recording = decodeRecording(content as Uint8Array);
  send({ type: "open", recording, settings: LIVE });
}

test("empty: ignores commands that need a cloth; a refused scene changes nothing", async () => {
  send(GRAB, { type: "step" }, { type: "rewind", frame: 3 }, { type: "speed", speed: 0.5 });
  expect(await advance(2)).toBe(0);
  const broken = { name: "x", cloths: [{ mesh: { type: "cube" } }] } as unknown as SceneInput;
  send({ type: "load", scene: broken, files: {} });
  expect(problems()).toHaveLength(1);
  send(LOAD);
  expect(await advance(2)).toBe(2);
  send({ type: "load", scene: broken, files: {} });
  expect(problems()[1]).toMatch(/The previous cloth continues\.$/);
  expect(await advance(1)).toBe(1);
  expect([stats().frame, stats().opened]).toEqual([3, null]);
});

test("live: the stats contain what the profile shows", async () => {
  send(LOAD);
  await advance(2);
  const { kernels, stepDuration, substeps, sample } = stats();
  expect(kernels).toMatch(/^\w+$/);
  expect([stepDuration, substeps]).toEqual([1 / 60, 4]);
  expect(sample?.phases).toHaveLength(8);
});

test("live: while paused only single steps are made, and a rewind pauses", async () => {
  send(LOAD);
  await advance(5);
  send({ type: "pause", paused: true }, { type: "step" }, { type: "step" });
  expect(await advance(0)).toBe(0);
  expect([stats().frame, stats().paused]).toEqual([7, true]);
  send({ type: "rewind", frame: 6 }, { type: "rewind", frame: 2 });
  await advance(0);
  expect([stats().frame, stats().newestFrame, stats().paused]).toEqual([2, 7, true]);
});

test("replaying: accepts few commands, and refuses to export", async () => {
  send(LOAD);
  await advance(6);
  reopen();
  send(GRAB, { type: "pause", paused: false });
  send({ type: "export", what: "recording", name: "run", settings: LIVE });
  expect(problems()).toEqual(["The recording is still loading. Save again when it is complete."]);
  await advance(0);
  expect(stats()).toMatchObject({ grabs: 0, frame: 0, newestFrame: 6, paused: true });
  expect(stats().opened).toEqual({ done: 6, frames: 6 });
});

test("opened: plays the recording, and continues live after its end", async () => {
  send(LOAD);
  await advance(6);
  send({ type: "pause", paused: true });
  const { hash } = stats();
  reopen();
  await advance(0);
  send({ type: "pause", paused: false });
  expect(await advance(10)).toBe(6);
  expect(stats()).toMatchObject({ frame: 6, hash, paused: true });
  expect(stats().opened).not.toBe(null);
  send({ type: "step" });
  await advance(0);
  expect(stats()).toMatchObject({ frame: 7, newestFrame: 7, opened: null });
});

test("opened: a grab makes it live, and another scene ends the pause", async () => {
  send(LOAD);
  await advance(6);
  reopen();
  await advance(0);
  send({ type: "rewind", frame: 3 }, GRAB, { type: "pause", paused: false });
  expect(await advance(1)).toBe(1);
  expect(stats()).toMatchObject({ frame: 4, newestFrame: 4, grabs: 1, opened: null });
  reopen();
  send(LOAD);
  expect(await advance(1)).toBe(1);
  expect(stats()).toMatchObject({ frame: 1, opened: null, paused: false });
});

test("an error stops it until something is changed", async () => {
  send(LOAD, { type: "settings", settings: { ...LIVE, gravity: [0, -1e300, 0] } });
  expect(await advance(3)).toBe(0);
  expect(problems()[0]).toMatch(/Rewind or restart\.$/);
  send({ type: "rewind", frame: 0 }, { type: "settings", settings: LIVE });
  send({ type: "pause", paused: false });
  expect(await advance(3)).toBe(3);
});
