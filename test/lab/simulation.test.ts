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
const GRAB: Command = { type: "grab", hand: 1, point: [0, 1, 0] };

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

/** Makes so many steps. @returns Those that were made. */
async function advance(steps: number): Promise<number> {
  const done = new Promise<number>((resolve) => (held = resolve));
  send({ type: "advance", steps });
  return done;
}

function figures(): Stats {
  const latest = reports.findLast(({ type }) => type === "cloth" || type === "frame");
  return (latest as Extract<Report, { type: "frame" }>).figures;
}

function problems(): string[] {
  return reports.flatMap((report) => (report.type === "problem" ? [report.message] : []));
}

/** Saves the run so far, and opens it. */
function reopen(): void {
  send({ type: "keep", what: "recording", name: "run", settings: LIVE });
  const { content } = reports.at(-1) as Extract<Report, { type: "kept" }>;
  const recording = decodeRecording(content as Uint8Array);
  send({ type: "open", recording, settings: LIVE });
}

test("empty: what needs a cloth is passed over, and a refused scene changes nothing", async () => {
  send(GRAB, { type: "step" }, { type: "rewind", frame: 3 }, { type: "speed", speed: 0.5 });
  expect(await advance(2)).toBe(0);
  const broken = { name: "x", cloths: [{ mesh: { type: "cube" } }] } as unknown as SceneInput;
  send({ type: "load", scene: broken, files: {} });
  expect(problems()).toHaveLength(1);
  send(LOAD);
  expect(await advance(2)).toBe(2);
  send({ type: "load", scene: broken, files: {} });
  expect(problems()[1]).toMatch(/The cloth of before goes on\.$/);
  expect(await advance(1)).toBe(1);
  expect([figures().frame, figures().opened]).toEqual([3, null]);
});

test("live: a pause holds it but for single steps, and a rewind pauses", async () => {
  send(LOAD);
  await advance(5);
  send({ type: "pause", paused: true }, { type: "step" }, { type: "step" });
  expect(await advance(0)).toBe(0);
  expect([figures().frame, figures().paused]).toEqual([7, true]);
  send({ type: "rewind", frame: 6 }, { type: "rewind", frame: 2 });
  await advance(0);
  expect([figures().frame, figures().newestFrame, figures().paused]).toEqual([2, 7, true]);
});

test("replaying: only a few commands are heard, and nobody waits for a file", async () => {
  send(LOAD);
  await advance(6);
  reopen();
  send(GRAB, { type: "pause", paused: false });
  send({ type: "keep", what: "recording", name: "run", settings: LIVE });
  expect(problems()).toEqual([
    "The recording is still being replayed. Save again when that is done.",
  ]);
  await advance(0);
  expect(figures()).toMatchObject({ hands: 0, frame: 0, newestFrame: 6, paused: true });
  expect(figures().opened).toEqual({ done: 6, frames: 6 });
});

test("opened: plays what was recorded, and what comes after its end is live", async () => {
  send(LOAD);
  await advance(6);
  send({ type: "pause", paused: true });
  const { hash } = figures();
  reopen();
  await advance(0);
  send({ type: "pause", paused: false });
  expect(await advance(10)).toBe(6);
  expect(figures()).toMatchObject({ frame: 6, hash, paused: true });
  expect(figures().opened).not.toBe(null);
  send({ type: "step" });
  await advance(0);
  expect(figures()).toMatchObject({ frame: 7, newestFrame: 7, opened: null });
});

test("opened: a hand makes it live where it is, another scene ends the pause", async () => {
  send(LOAD);
  await advance(6);
  reopen();
  await advance(0);
  send({ type: "rewind", frame: 3 }, GRAB, { type: "pause", paused: false });
  expect(await advance(1)).toBe(1);
  expect(figures()).toMatchObject({ frame: 4, newestFrame: 4, hands: 1, opened: null });
  reopen();
  send(LOAD);
  expect(await advance(1)).toBe(1);
  expect(figures()).toMatchObject({ frame: 1, opened: null, paused: false });
});

test("a problem holds it until something is changed", async () => {
  send(LOAD, { type: "settings", settings: { ...LIVE, gravity: [0, -1e300, 0] } });
  expect(await advance(3)).toBe(0);
  expect(problems()[0]).toMatch(/Rewind or reset\.$/);
  send({ type: "rewind", frame: 0 }, { type: "settings", settings: LIVE });
  send({ type: "pause", paused: false });
  expect(await advance(3)).toBe(3);
});
