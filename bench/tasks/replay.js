import { loadSceneFile } from "../../dist/node/index.js";
import {
  advanceFrame,
  createWorld,
  frameCount,
  Replay,
  SceneRecorder,
} from "../../dist/scene/index.js";

export const title =
  "seeking a frame of a recording, compared with simulating one: median and slowest";

const SCENES = ["lateral-pull", "weak-points", "zip", "stiff-notched-pull"];
const SEEKS = 200;

export async function run() {
  const rows = {};
  for (const name of SCENES) {
    const scene = await loadSceneFile(name);
    const world = createWorld(scene);
    const recorder = new SceneRecorder(world, scene, {}, "bench");
    const began = performance.now();
    const frames = frameCount(scene);
    for (let frame = 0; frame < frames; frame++) {
      advanceFrame(world, scene.frameRate);
      recorder.endFrame();
    }
    const simulated = (performance.now() - began) / frames;
    const replay = new Replay(recorder.recording);
    replay.seek(frames);
    const times = [];
    for (let i = 0; i < SEEKS; i++) {
      const frame = (i * 7919) % (frames + 1); // spread over the whole recording
      const start = performance.now();
      replay.seek(frame);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    rows[name] = {
      "particles at the end": world.cloths[0].particles.count,
      "edits undone or redone": world.cloths[0].edits.length,
      "simulate one frame, ms": simulated.toFixed(1),
      "seek a frame, ms": times[SEEKS >> 1].toFixed(2),
      "slowest, ms": times.at(-1).toFixed(2),
    };
  }
  return rows;
}
