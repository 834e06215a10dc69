import { expect, test } from "vitest";
import {
  createWorld,
  decodeRecording,
  encodeRecording,
  checkScene,
  RecordingError,
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

// A file whose digest is right and whose contents are not ended in a crash, or in a replay without an end.
test.each<[string, (good: Recording) => unknown]>([
  ["it has no frames", (good) => ({ ...good, frames: [] })],
  ["it has no frames", (good) => ({ ...good, frames: undefined })],
  ["it has no steps", (good) => ({ ...good, course: undefined })],
  [
    "frames.1.step: expected 0 to 1, got 1000000000000000",
    (good) => ({ ...good, frames: [good.frames[0], { step: 1e15, hash: "" }] }),
  ],
  ["frames.0.step: expected 0 to 1, got undefined", (good) => ({ ...good, frames: [null] })],
  [
    "course.steps.0: expected a time over 0 s and a count",
    (good) => ({ ...good, course: { ...good.course, steps: [[1, -3]] } }),
  ],
])("a recording is refused: %s", (message, forge) => {
  const bytes = encodeRecording(forge(recording()) as Recording);
  expect(() => decodeRecording(bytes)).toThrow(new RecordingError(message));
});

test("a recording as it should be is read", () => {
  expect(decodeRecording(encodeRecording(recording())).frames).toHaveLength(2);
});
