import { expect, test } from "vitest";
import {
  advanceFrame,
  checkScene,
  createWorld,
  Replay,
  SceneRecorder,
} from "../../src/scene/index.js";

// The world of a replay did not count its grabs: a state of it was refused by `load`, and a new grab got the number of
// a recorded one.
test("a replay counts the recorded grabs", () => {
  const scene = checkScene({
    name: "held",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [4, 4] } }],
  });
  const world = createWorld(scene);
  const recorder = new SceneRecorder(world, scene, {}, "test");
  world.grab({ point: [0, 0, 0], radius: 0.3 })!.moveTo([0, 0.5, 0]);
  advanceFrame(world, 30);
  recorder.endFrame();
  const replay = new Replay(recorder.recording);
  replay.next();
  const held = replay.world;
  expect(held.capture()["grabCount"]).toBe(1);
  held.load(held.save());
  expect(held.hash()).toBe(world.hash());
  expect(held.grab({ point: [0, 0, 0], radius: 0.3 })!.id).toBe(1);
});
