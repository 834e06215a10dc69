import { expect, test } from "vitest";
import { listScenes, loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame, frameCount } from "../../src/scene/index.js";
import { deepestInside } from "../depth.js";

/** Scenes in which the golden runs stop early go on to their end in the soak; all others they look at whole. */
const SOAK = process.env["TATTER_SOAK"] !== undefined;

test("no particle is inside a collider at the end of any frame of the library", async () => {
  for (const { name, path } of await listScenes()) {
    if (!SOAK && name !== "slope") continue;
    const scene = await loadSceneFile(path);
    if (scene.colliders.length === 0) continue;
    const world = await openWorld(scene);
    const frames = SOAK ? frameCount(scene) : 10;
    for (let frame = 0; frame < frames; frame++) {
      advanceFrame(world, scene.frameRate);
      const where = `${name} at ${world.time.toFixed(3)} s`;
      expect(deepestInside(world), where).toBeLessThan(1e-4);
    }
  }
});
