import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  loadRecording,
  loadSceneFile,
  openFrameWriter,
  openWorld,
  replayRecording,
  runScene,
} from "../../src/node/index.js";
import { testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");
const path = join(folder, "small.json");
const scene = await loadSceneFile(path);
const record = join(folder, "small.tatter");
await runScene(scene, { record, frames: 1 });
const recording = await loadRecording(record);

/** The error for a value that TypeScript would not allow. */
async function errorOf(run: (wrong: never) => Promise<unknown>, wrong: unknown): Promise<string> {
  return run(wrong as never).then(
    () => "good",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

// A NaN number of frames never ended. Misspelled options were ignored: `outt` wrote nothing, silently.
test.each([
  [{ frames: NaN }, "frames: expected a whole number of 0 or more, got NaN"],
  [{ frames: -1 }, "frames: expected a whole number of 0 or more, got -1"],
  [{ frames: 0.5 }, "frames: expected a whole number of 0 or more, got 0.5"],
  [{ frames: Infinity }, "frames: expected a whole number of 0 or more, got Infinity"],
  [{ frames: "x" }, 'frames: expected a whole number of 0 or more, got "x"'],
  [{ outt: "out" }, "outt: unknown option, did you mean out?"],
  [{ out: 5 }, "out: expected the name of a folder, got 5"],
  [{ out: "" }, 'out: expected the name of a folder, got ""'],
  [{ topology: "last" }, 'topology: expected changing or final, got "last"'],
  [{ signal: "SIGINT" }, 'signal: expected an object, got "SIGINT"'],
  [{ signal: new AbortController() }, "signal.aborted: expected true or false, but it is missing"],
  [{ onFrame: 5 }, "onFrame: expected a function, got 5"],
  [{ onWritten: {} }, "onWritten: expected a function, got an object"],
  [{ limits: 5 }, "limits: expected an object, got 5"],
  [{ limits: { vertices: 0 } }, "limits.vertices: expected a whole number of 1 or more, got 0"],
  [null, "options: expected an object with options, got null"],
  ["out", 'options: expected an object with options, got "out"'],
])("a run and a replay refuse %j", async (options, line) => {
  const before = readdirSync(folder);
  expect(await errorOf((wrong) => runScene(scene, wrong), options)).toBe(`RangeError: ${line}`);
  expect(await errorOf((wrong) => replayRecording(recording, wrong), options)).toBe(
    `RangeError: ${line}`,
  );
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  [{ record: 5 }, "record: expected the name of a file, got 5"],
  [{ resume: "yes" }, 'resume: expected true or false, got "yes"'],
  [{ checkpointInterval: -1 }, "checkpointInterval: expected a time of 0 s or more, got -1"],
  [{ note: "x" }, 'note: expected a function, got "x"'],
])("a run refuses %j", async (options, line) => {
  expect(await errorOf((wrong) => runScene(scene, wrong), options)).toBe(`RangeError: ${line}`);
});

test.each([
  [null, "scene: expected an object, got null"],
  ["lateral-pull", 'scene: expected an object, got "lateral-pull"'],
  [{}, "scene.name: expected a string, but it is missing"],
  [{ ...scene, colliders: undefined }, "scene.colliders: expected a list, but it is missing"],
  [{ ...scene, frameRate: NaN }, "scene.frameRate: expected a number over 0, got NaN"],
])(
  "for an invalid scene the error names the function that loads one: case %#",
  async (wrong, line) => {
    const whole = `SceneError: ${line}; take one from checkScene or loadSceneFile`;
    expect(await errorOf((given) => runScene(given, { frames: 0 }), wrong)).toBe(whole);
    expect(await errorOf((given) => openWorld(given), wrong)).toBe(whole);
  },
);

test("scenes, worlds and recordings are not opened with invalid values", async () => {
  const load = (options: unknown): Promise<string> =>
    errorOf((wrong) => loadSceneFile(path, [], wrong), options);
  expect(await load({ allowOutsid: true })).toBe(
    "RangeError: allowOutsid: unknown option, did you mean allowOutside?",
  );
  expect(await load({ allowOutside: "no" })).toBe(
    'RangeError: allowOutside: expected true or false, got "no"',
  );
  expect(await load({ limits: null })).toBe("RangeError: limits: expected an object, got null");
  expect(await errorOf((wrong) => loadSceneFile(wrong), 5)).toBe(
    "RangeError: nameOrPath: expected a string, got 5",
  );
  expect(await errorOf((wrong) => loadSceneFile(path, wrong), "seed=1")).toBe(
    'RangeError: assignments: expected a list, got "seed=1"',
  );
  expect(await errorOf((wrong) => loadSceneFile(path, wrong), [1])).toBe(
    "RangeError: assignments.0: expected a string, got 1",
  );
  expect(await errorOf((wrong) => openWorld(scene, wrong), { notes: () => {} })).toBe(
    "RangeError: notes: unknown option, did you mean note?",
  );
  expect(await errorOf((wrong) => loadRecording(record, wrong), { limit: {} })).toBe(
    "RangeError: limit: unknown option, did you mean limits?",
  );
  expect(await errorOf((wrong) => loadRecording(wrong), null)).toBe(
    "RangeError: path: expected a string, got null",
  );
  expect(await errorOf((wrong) => replayRecording(wrong), record)).toBe(
    `RecordingError: recording: expected an object, got ${JSON.stringify(record)}; take one from decodeRecording or loadRecording`,
  );
});

test("a frame writer reports missing options", async () => {
  const out = join(folder, "frames");
  const open = (options: unknown): Promise<string> => errorOf(openFrameWriter, options);
  expect(await open(undefined)).toBe(
    "RangeError: options: expected an object with options, but it is missing",
  );
  expect(await open({ folder: out })).toBe("RangeError: names: expected a list, but it is missing");
  expect(await open({ folder: out, names: [5] })).toBe(
    "RangeError: names.0: expected a string, got 5",
  );
  expect(
    await open({ folder: out, names: [], occupied: { frames: NaN, source: { cloths: [] } } }),
  ).toBe("RangeError: occupied.frames: expected a whole number of 0 or more, got NaN");
  expect(existsSync(out)).toBe(false);
});
