import { expect, test } from "vitest";
import { loadSceneFile, openWorld } from "../../src/node/index.js";
import { bytesOfCall } from "../heap.js";

// Up to six numbers a nearest point went on the heap here, 1.7 MB a step: they were handed to a function that the compiler
// no longer took into a caller which had grown long.
test("a cloth that lies in a bowl leaves no garbage where nearest points are looked for", async () => {
  const world = await openWorld(await loadSceneFile("bowl", ["cloths.0.mesh.spacing=0.04"]));
  for (let i = 0; i < 40; i++) world.step();
  const rooms = /\/src\/collision\/narrow\//;
  expect(await bytesOfCall(() => world.step(), rooms, 20_000)).toBeLessThan(20_000);
});
