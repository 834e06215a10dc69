import { advanceFrame, checkScene, createWorld, type SceneInput } from "../../src/scene/index.js";

/** Long enough for every scene of the library that tears to have torn. */
const FRAMES = 45;

const scenes = import.meta.glob<SceneInput>(
  ["../../scenes/*.json", "!../../scenes/scene.schema.json"],
  { eager: true, import: "default" },
);

/** State hash and tears of every scene of the library after some frames, in this engine. */
export function goldenHashes(): Record<string, { hash: string; tears: number }> {
  return Object.fromEntries(
    Object.entries(scenes).map(([path, input]) => {
      const scene = checkScene(input);
      const world = createWorld(scene);
      for (let frame = 0; frame < FRAMES; frame++) advanceFrame(world, scene.frameRate);
      const name = path.replace(/^.*\/|\.json$/g, "");
      return [name, { hash: world.hash(), tears: world.tally.tears }];
    }),
  );
}
