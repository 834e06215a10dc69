import { Command } from "commander";
import { loadSceneFile, openWorld } from "../node/index.js";
import { clothSizes, frameCount, threeDigits } from "../scene/index.js";
import { nameScene } from "./name-scene.js";

export function checkCommand(): Command {
  return new Command("check")
    .description("Check a scene without running it.")
    .argument("<scene>", "scene file, or the name of a scene of the library")
    .action(async (path: string) => {
      const scene = await loadSceneFile(path);
      const notes: string[] = [];
      const world = await nameScene(path, () => openWorld(scene, (line) => notes.push(line)));
      const sizes = clothSizes(scene, world);
      for (const { doubt } of sizes) if (doubt !== null) notes.push(doubt);
      for (const note of notes) process.stdout.write(`${path}: ${note}\n`);
      const { particles, triangles, pieces } = world.start;
      process.stdout.write(
        `${path}: good ("${scene.name}", ${particles} particles, ${triangles} triangles, ` +
          `${pieces} ${pieces === 1 ? "piece" : "pieces"}, ` +
          `${frameCount(scene)} frames at ${scene.frameRate} a second)\n`,
      );
      for (const [i, { extents, particles: own, mass }] of sizes.entries()) {
        const size = extents.map(threeDigits).join(" × ");
        process.stdout.write(
          `  cloth ${i}: ${size} m, ${own} particles, ${threeDigits(mass)} kg\n`,
        );
      }
    });
}
