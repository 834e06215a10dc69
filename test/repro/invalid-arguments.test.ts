import { expect, test } from "vitest";
import { readObj, readPng, readTriangle, writeObj } from "../../src/io/index.js";
import { buildMesh, generateGrid } from "../../src/mesh/index.js";
import {
  checkScene,
  createWorld,
  decodeRecording,
  readSceneText,
  Replay,
  SceneRecorder,
} from "../../src/scene/index.js";
import { World } from "../../src/sim/index.js";

const data = generateGrid({ size: [1, 1], segments: [2, 2] });
const world = (): World => new World({ cloths: [{ mesh: data }] });

const scene = checkScene({
  name: "sheet",
  cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] } }],
});

/** The error of the library for arguments that TypeScript would not allow. */
function errorOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "good";
}

// All of them ended in a TypeError of the engine, such as "Cannot read properties of null (reading 'subarray')".
test.each([null, {}, [[]], "abc", 5, undefined, new ArrayBuffer(8), new Float64Array(9)])(
  "%o has no bytes",
  (bytes) => {
    const words = /: bytes: expected bytes \(a Uint8Array\), .+$/;
    expect(errorOf(() => world().load(bytes as never))).toMatch(words);
    expect(errorOf(() => world().load(bytes as never))).toMatch(/^ContainerError/);
    expect(errorOf(() => decodeRecording(bytes as never))).toMatch(words);
    expect(errorOf(() => decodeRecording(bytes as never))).toMatch(/^RecordingError/);
    expect(errorOf(() => readPng(bytes as never))).toMatch(words);
    expect(errorOf(() => readPng(bytes as never))).toMatch(/^FileFormatError/);
  },
);

test.each([null, {}, [[]], 5, undefined, new Uint8Array(8)])("%o is not a text", (text) => {
  expect(errorOf(() => readObj(text as never))).toMatch(
    /^FileFormatError: text: expected a string, .+$/,
  );
  expect(errorOf(() => readTriangle(text as never, ""))).toMatch(
    /^FileFormatError: nodeText: expected a string, .+$/,
  );
  expect(errorOf(() => readTriangle("", text as never))).toMatch(
    /^FileFormatError: eleText: expected a string, .+$/,
  );
  expect(errorOf(() => readSceneText(text as never))).toMatch(
    /^SceneError: text: expected a string, .+$/,
  );
});

test("limits must be an object", () => {
  for (const read of [checkScene, readSceneText, readObj] as ((a: never, b: never) => unknown)[]) {
    expect(errorOf(() => read("{}" as never, null as never))).toMatch(
      /^\w+Error: limits: expected an object, got null$/,
    );
  }
});

test("values that are not a scene or recording are reported", () => {
  expect(errorOf(() => checkScene(5))).toBe("SceneError: expected an object, got 5");
  expect(errorOf(() => checkScene(undefined))).toMatch(/^SceneError: expected an object, .+$/);
  expect(errorOf(() => createWorld(null as never))).toBe(
    "SceneError: scene: expected an object, got null; take one from checkScene or loadSceneFile",
  );
  expect(errorOf(() => createWorld({ name: "x" } as never))).toBe(
    "SceneError: scene.cloths: expected a list, but it is missing; take one from checkScene or loadSceneFile",
  );
  expect(errorOf(() => createWorld({ ...scene, cloths: [{}] } as never))).toMatch(
    /^SceneError: scene\.cloths\.0\.mesh: expected an object, but it is missing/,
  );
  expect(errorOf(() => new Replay({} as never))).toBe("RecordingError: madeBy: it is missing");
  expect(errorOf(() => new Replay(null as never))).toBe(
    "RecordingError: recording: expected an object, got null; take one from decodeRecording or loadRecording",
  );
  const recorder = new SceneRecorder(world(), scene, {}, "test");
  const { recording } = recorder;
  expect(errorOf(() => new Replay({ ...recording, log: {} } as never))).toMatch(
    /^RecordingError: log\.steps: it is missing$/,
  );
  expect(errorOf(() => new Replay({ ...recording, frames: [] }))).toMatch(
    /^RecordingError: frames: expected one or more/,
  );
});

test("a recorder requires files and a version", () => {
  const own = world();
  const record = (...rest: unknown[]): string =>
    errorOf(() => new SceneRecorder(own, ...(rest as [never, never, never])));
  expect(record(null, {}, "test")).toBe("RangeError: scene: expected an object, got null");
  expect(record(scene, 5, "test")).toBe("RangeError: files: expected an object, got 5");
  expect(record(scene, {}, 5)).toBe("RangeError: madeBy: expected a string, got 5");
  expect(own.recorder).toBeNull();
});

test("values that are not an object of a file are reported", () => {
  const write = (...objects: unknown[]): string => errorOf(() => writeObj(objects as never));
  const mesh = buildMesh(data);
  const good = { name: "sheet", mesh, positions: data.positions };
  expect(write(good)).toBe("good");
  expect(errorOf(() => writeObj(null as never))).toBe(
    "RangeError: objects: expected a list of objects, got null",
  );
  expect(write(good, {})).toBe("RangeError: objects.1.name: expected a string, but it is missing");
  expect(write({ ...good, mesh: data })).toMatch(
    /^RangeError: objects\.0\.mesh\.vertexCount: .*missing$/,
  );
  expect(write({ ...good, positions: [1, 2, 3] })).toMatch(
    /^RangeError: objects\.0\.positions: expected a typed array, .+$/,
  );
  expect(write({ ...good, positions: new Float64Array(6) })).toBe(
    "RangeError: objects.0.positions: expected three numbers per vertex (27), got 6",
  );
  expect(write({ ...good, groups: [5] })).toMatch(/^RangeError: objects\.0\.groups\.0: expected/);
});

test("a world only undoes its own edits, and only accepts functions as listeners", () => {
  const own = world();
  const [cloth] = own.cloths;
  const undoEdits = (...rest: unknown[]): string =>
    errorOf(() => own.undoEdits(...(rest as [never, never])));
  expect(undoEdits({}, 1)).toBe(
    "RangeError: undoEdits: expected a cloth of this world, got an object",
  );
  expect(undoEdits(cloth, 1)).toBe(
    "RangeError: undoEdits: expected a whole number from 0 to 0, got 1",
  );
  expect(undoEdits(cloth)).toMatch(/^RangeError: undoEdits: expected a whole number/);
  const on = (...rest: unknown[]): string =>
    errorOf(() => own.on(...(rest as ["tear", () => void])));
  expect(on("tear", 5)).toBe("RangeError: on: expected a function, got 5");
  expect(on("teer", () => {})).toBe(
    'RangeError: on: there is no event "teer", expected tear or piece or tear-off or seam-open or cut',
  );
  expect(on("toString", () => {})).toMatch(/^RangeError: on: there is no event "toString"/);
  expect(on(Symbol("tear"), () => {})).toMatch(/^RangeError: on: there is no event Symbol/);
});
