import { expect, test } from "vitest";
import {
  createWorld,
  decodeRecording,
  encodeRecording,
  checkScene,
  RecordingError,
  Replay,
  SceneRecorder,
  type Recording,
} from "../../src/scene/index.js";

function recording(): Recording {
  const scene = checkScene({
    name: "small",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] } }],
    duration: 0.1,
  });
  const world = createWorld(scene);
  const recorder = new SceneRecorder(world, scene, {}, "test");
  world.step();
  recorder.endFrame();
  return recorder.recording;
}

// A file with a valid digest and invalid content ended in a crash, or in an endless replay.
test.each<[string, (good: Recording) => unknown]>([
  ["frames: expected one or more, got none", (good) => ({ ...good, frames: [] })],
  ["frames: it is missing", (good) => ({ ...good, frames: undefined })],
  ["log: it is missing", (good) => ({ ...good, log: undefined })],
  [
    "frames.1.step: expected a whole number from 0 to 1, got 1000000000000000",
    (good) => ({ ...good, frames: [good.frames[0], { ...good.frames[1], step: 1e15 }] }),
  ],
  ["frames.0: expected an object, got null", (good) => ({ ...good, frames: [null] })],
  [
    "log.steps.0.1: expected a whole number of 1 or more, got -3",
    (good) => ({ ...good, log: { ...good.log, steps: [[1, -3]] } }),
  ],
  [
    "log.steps.0.0: expected a time over 0 s, at most 1 s, got 2147483648",
    (good) => ({ ...good, log: { ...good.log, steps: [[2 ** 31, 1]] } }),
  ],
  // Years of simulation between two frames, in a few characters.
  [
    "frames.1.step: expected a whole number from 0 to 100000, got 1000000000000000",
    (good) => ({
      ...good,
      log: { ...good.log, steps: [[1, 1e15]] },
      frames: [good.frames[0], { ...good.frames[1], step: 1e15 }],
    }),
  ],
])("a recording is refused: %s", (message, forge) => {
  const bytes = encodeRecording(forge(recording()) as Recording);
  expect(() => decodeRecording(bytes)).toThrow(new RecordingError(message));
});

test("a valid recording is read", () => {
  expect(decodeRecording(encodeRecording(recording())).frames).toHaveLength(2);
});

// The list of all durations took 8 bytes per step: it ended the process with 3 GB.
test("a recording of a billion steps after its last frame takes no memory for them", () => {
  const good = recording();
  const steps: [number, number][] = [...good.log.steps, [1 / 60, 1e9]];
  const bytes = encodeRecording({ ...good, log: { ...good.log, steps } });
  const replay = new Replay(decodeRecording(bytes));
  expect(replay.next()).toBe(true);
  expect(replay.next()).toBe(false);
});
