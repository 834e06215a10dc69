import { Command } from "commander";
import { loadSceneFile } from "../node/index.js";
import { createWorld, frameCount } from "../scene/index.js";

export function checkCommand(): Command {
  return new Command("check")
    .description("Check a scene without running it.")
    .argument("<scene>", "scene file, or the name of a scene of the library")
    .action(async (path: string) => {
      const scene = await loadSceneFile(path);
      const { particles, triangles } = createWorld(scene).start;
      process.stdout.write(
        `${path}: good ("${scene.name}", ${particles} particles, ${triangles} triangles, ` +
          `${frameCount(scene)} frames at ${scene.frameRate} a second)\n`,
      );
    });
}
