import { expect, test } from "vitest";
import { listScenes, loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame, frameCount } from "../../src/scene/index.js";
import { deepestInside } from "../depth.js";

const SOAK = process.env["TATTER_SOAK"] !== undefined;

/** m: smaller depths do not count. */
const DEEP = 1e-4;
/** m: particles closer than this touch a collider, or almost. */
const NEAR = 0.02;

/** Runs a scene to its end, and returns the smallest distance of any particle to a collider. */
async function nearest(path: string, changes: string[]): Promise<number> {
  const scene = await loadSceneFile(path, changes);
  expect(scene.colliders.length).toBeGreaterThan(0);
  const world = await openWorld(scene);
  let deepest = -Infinity;
  for (let frame = 0; frame < frameCount(scene); frame++) {
    advanceFrame(world, scene.frameRate);
    deepest = Math.max(deepest, deepestInside(world));
    expect(deepest, `at ${world.time.toFixed(3)} s`).toBeLessThan(DEEP);
  }
  return -deepest;
}

// Every kind of collider of the library. The golden runs check the scenes themselves, most of them to their end.
test.each([
  ["drape-box", "segments=[12,8]"],
  ["drape-sphere", "segments=[10,10]"],
  ["slope", "segments=[9,7]"],
  ["turning-ball", "segments=[10,10]"],
  ["bowl", "spacing=0.08"],
])(
  "no particle of a coarse %s is inside a collider in any frame to its end",
  async (name, mesh) => {
    expect(await nearest(name, [`cloths.0.mesh.${mesh}`])).toBeLessThan(NEAR);
  },
);

// The golden runs stop some scenes early; here each runs to its end.
if (SOAK) {
  const paths: string[] = [];
  for (const { path } of await listScenes()) {
    if ((await loadSceneFile(path)).colliders.length > 0) paths.push(path);
  }

  test("the library has scenes with colliders", () => {
    expect(paths.length).toBeGreaterThan(30);
  });

  test.each(paths)(
    "no particle of %s is inside a collider in any frame to its end",
    async (path) => {
      await nearest(path, []);
    },
  );
}
