import { Command } from "commander";
import { loadSceneFile, openWorld } from "../node/index.js";
import { frameCount, printable } from "../scene/index.js";
import { addLimitOption, addOutsideOption, type InputFlags } from "./input-options.js";
import { nameScene } from "./name-scene.js";

export function checkCommand(): Command {
  const command = new Command("check")
    .description("Check a scene without running it.")
    .argument("<scene>", "scene file, or the name of a scene of the library");
  return addLimitOption(addOutsideOption(command)).action(
    async (path: string, { limit: limits = {}, allowOutside = false }: InputFlags) => {
      const scene = await loadSceneFile(path, [], { limits, allowOutside });
      const notes: string[] = [];
      const note = (line: string): unknown => notes.push(line);
      const { start } = await nameScene(path, () => openWorld(scene, { limits, note }));
      const name = printable(path);
      for (const line of notes) process.stdout.write(`${name}: ${line}\n`);
      const { particles, triangles, pieces } = start;
      process.stdout.write(
        `${name}: good ("${printable(scene.name)}", ${particles} particles, ${triangles} triangles, ` +
          `${pieces} ${pieces === 1 ? "piece" : "pieces"}, ` +
          `${frameCount(scene)} frames at ${scene.frameRate} a second)\n`,
      );
    },
  );
}
