import { loadSceneFile } from "../../dist/node/index.js";
import { createWorld } from "../../dist/scene/index.js";

export const title =
  "the scene lateral-pull without and with listeners of tear and piece events, median";

const ROUNDS = 9;

/** Milliseconds for the whole scene. */
function timeOf(scene, listens) {
  const world = createWorld(scene);
  let received = 0;
  if (listens) for (const type of ["tear", "piece"]) world.on(type, () => received++);
  const began = performance.now();
  while (world.time < scene.duration - 1e-9) world.step();
  return { milliseconds: performance.now() - began, received };
}

export async function run() {
  const scene = await loadSceneFile("lateral-pull");
  const times = [[], []];
  const received = [0, 0];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const listens of [0, 1]) {
      const result = timeOf(scene, listens === 1);
      received[listens] = result.received;
      if (round > 0) times[listens].push(result.milliseconds); // the first round is a warm-up
    }
  }
  const row = (i) => ({
    "events received": received[i],
    "ms for the scene": times[i].toSorted((a, b) => a - b)[ROUNDS >> 1].toFixed(0),
  });
  return { "no listeners": row(0), "both listeners": row(1) };
}
