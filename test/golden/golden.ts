import {
  advanceFrame,
  checkScene,
  createWorld,
  frameCount,
  type SceneInput,
} from "../../src/scene/index.js";

const scenes = import.meta.glob<SceneInput>(
  ["../../scenes/*.json", "!../../scenes/scene.schema.json"],
  { eager: true, import: "default" },
);

const meshes = import.meta.glob<string>("../../scenes/meshes/*", {
  eager: true,
  import: "default",
  query: "?raw",
});
const files = Object.fromEntries(
  Object.entries(meshes).map(([path, text]) => [path.replace("../../scenes/", ""), text]),
);

interface Golden {
  hash: string;
  tears: number;
}

/** Scenes whose every frame takes a tenth of a second or more: their bits show in a few. */
const DEAR = new Set(["corner-drag", "violent-drag"]);
const FEW_FRAMES = 15;

/** State hash and tears of every scene of the library at its end, and of one ripped by hand, in this engine. */
export function goldenHashes(): Record<string, Golden> {
  const runs = Object.entries(scenes).map(([path, input]): [string, Golden] => {
    const name = path.replace(/^.*\/|\.json$/g, "");
    const scene = checkScene(input);
    const world = createWorld(scene, { files });
    const frames = Math.min(frameCount(scene), DEAR.has(name) ? FEW_FRAMES : Infinity);
    for (let frame = 0; frame < frames; frame++) advanceFrame(world, scene.frameRate);
    return [name, { hash: world.hash(), tears: world.tally.tears }];
  });
  return Object.fromEntries([...runs, ["hanging-sheet by hand", rippedByHand()]]);
}

function rippedByHand(): Golden {
  const scene = checkScene(scenes["../../scenes/hanging-sheet.json"]);
  scene.cloths[0]!.tearing = checkScene(scenes["../../scenes/curtain.json"]).cloths[0]!.tearing;
  const world = createWorld(scene);
  const hand = world.grab({ point: [0.1, 0.8, 0] })!;
  for (let i = 1; i <= 60; i++) {
    hand.moveTo([0.1 + 0.004 * i, 0.8 - 0.006 * i, 0.008 * i]);
    world.step();
  }
  hand.release();
  for (let i = 0; i < 30; i++) world.step();
  return { hash: world.hash(), tears: world.tally.tears };
}
