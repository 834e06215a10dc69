import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadSceneFile, runScene } from "../../src/node/index.js";
import { combinations, sample } from "../runs.js";

const names = readdirSync("scenes")
  .filter((file) => file.endsWith(".json") && file !== "scene.schema.json")
  .map((file) => file.replace(/\.json$/, ""));

/**
 * Scenes that take long, or whose result is chaotic: a bullet passes through, a sheet is pulled far beyond its
 * strength.
 */
const LEFT_OUT = ["violent-drag", "corner-drag", "bullet"];

// A tear uses other edges if a step starts a millisecond later, and so do all that follow; the number of tears, their
// start and the displacement of the cloth must agree.
test.each(
  combinations({
    name: sample(
      names.filter((name) => !LEFT_OUT.includes(name)),
      ["weak-points", "ball-in-net"],
    ),
    frameRate: sample([23.976, 25, 29.97, 59.94], [23.976]),
  }),
)("$name has the same result at $frameRate frames per second", async ({ name, frameRate }) => {
  const frames = (rate: number): number => Math.floor(1.2 * rate);
  const scene = await loadSceneFile(name);
  const usual = await runScene(scene, { frames: frames(scene.frameRate) });
  const other = await runScene({ ...scene, frameRate }, { frames: frames(frameRate) });
  expect(other.maxStretch - 1).toBeLessThan(2.5 * (usual.maxStretch - 1));
  expect(usual.maxStretch - 1).toBeLessThan(2.5 * (other.maxStretch - 1));
  expect(other.tears).toBeLessThanOrEqual(1.5 * usual.tears + 5);
  expect(usual.tears).toBeLessThanOrEqual(1.5 * other.tears + 5);
  if (usual.firstTearTime !== null && other.firstTearTime !== null) {
    expect(Math.abs(usual.firstTearTime - other.firstTearTime)).toBeLessThan(0.04);
  }
});
