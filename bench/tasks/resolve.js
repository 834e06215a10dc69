import { loadSceneFile } from "../../dist/node/index.js";
import { createWorld } from "../../dist/scene/index.js";
import { RESOLUTIONS } from "../../dist/tearing/index.js";

export const title = "scenes that tear, resolved per step, per substep and at exact times; median";

const SCENES = ["lateral-pull", "notched-pull", "curtain"];
const ROUNDS = 5;

/** Runs the variants in turn, so that a short slowdown of the machine affects all of them equally. */
export async function run() {
  const rows = {};
  for (const name of SCENES) {
    const scene = await loadSceneFile(name);
    const times = RESOLUTIONS.map(() => []);
    const tears = RESOLUTIONS.map(() => 0);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, resolve] of RESOLUTIONS.entries()) {
        const tearing = { ...scene.cloths[0].tearing, resolve };
        const world = createWorld({ ...scene, cloths: [{ ...scene.cloths[0], tearing }] });
        const began = performance.now();
        while (world.time < Math.min(2, scene.duration) - 1e-9) world.step();
        if (round > 0) times[i].push(performance.now() - began); // the first round is a warm-up
        tears[i] = world.stats.tears;
      }
    }
    const medians = times.map((list) => list.toSorted((a, b) => a - b)[ROUNDS >> 1]);
    for (const [i, resolve] of RESOLUTIONS.entries()) {
      rows[`${name}, ${resolve}`] = {
        tears: tears[i],
        ms: medians[i].toFixed(0),
        "relative to step": (medians[i] / medians[0]).toFixed(2),
      };
    }
  }
  return rows;
}
