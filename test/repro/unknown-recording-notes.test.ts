import { expect, test } from "vitest";
import { readRecording } from "../../lab/src/share/opened-recording.js";
import {
  checkScene,
  createWorld,
  encodeRecording,
  SceneRecorder,
  type Recording,
} from "../../src/scene/index.js";

function recording(): Recording {
  const scene = checkScene({
    name: "small",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] } }],
  });
  return new SceneRecorder(createWorld(scene), scene, {}, "test").recording;
}

// The lab did not open a recording with unknown notes, and showed a raw error.
test.each<[string, unknown]>([
  ["nothing", null],
  ["a number", 7],
  ["no panel", {}],
  ["a panel of another kind", { panel: 7 }],
  ["a panel without wind", { panel: { wind: null } }],
  ["a panel with other things in it", { panel: { wind: [], gravity: {}, preset: "constructor" } }],
])("a recording with notes of %s is opened without them", (_, notes) => {
  const opened = readRecording("x.tatter", encodeRecording({ ...recording(), notes }));
  expect(opened.settings).toBeNull();
  expect(opened.source.name).toBe("x");
});
