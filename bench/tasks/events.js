import { loadSceneFile } from "../../dist/node/index.js";
import { createWorld } from "../../dist/scene/index.js";

export const title = "the scene lateral-pull without and with listeners for tear and piece, median";

const ROUNDS = 9;

/** Milliseconds for the whole scene. */
function timeOf(scene, isHeard) {
  const world = createWorld(scene);
  let heard = 0;
  if (isHeard) for (const type of ["tear", "piece"]) world.on(type, () => heard++);
  const began = performance.now();
  while (world.time < scene.duration - 1e-9) world.step();
  return { milliseconds: performance.now() - began, heard };
}

export async function run() {
  const scene = await loadSceneFile("lateral-pull");
  const times = [[], []];
  const heard = [0, 0];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const isHeard of [0, 1]) {
      const result = timeOf(scene, isHeard === 1);
      heard[isHeard] = result.heard;
      if (round > 0) times[isHeard].push(result.milliseconds); // the first is for getting warm
    }
  }
  const row = (i) => ({
    "events heard": heard[i],
    "ms for the scene": times[i].toSorted((a, b) => a - b)[ROUNDS >> 1].toFixed(0),
  });
  return { "nobody listens": row(0), "both are heard": row(1) };
}
