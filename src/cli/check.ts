import { Command } from "commander";
import { loadSceneFile, openWorld } from "../node/index.js";
import { clothSizes, frameCount, printable, threeDigits } from "../scene/index.js";
import { addLimitOption, addOutsideOption, type InputFlags } from "./input-options.js";
import { withSceneName } from "./scene-errors.js";

/** `tatter check`. */
export function checkCommand(): Command {
  const command = new Command("check")
    .description(
      "Check a scene file without running it. Prints an error or notes, then the size of the scene.",
    )
    .argument("<scene>", "scene file, or the name of a library scene (see 'tatter scenes')");
  addLimitOption(addOutsideOption(command)).addHelpText(
    "after",
    "\nExamples:\n  tatter check my-scene.json\n  tatter check lateral-pull",
  );
  return command.action(
    async (path: string, { limit: limits = {}, allowOutside = false }: InputFlags) => {
      const notes: string[] = [];
      const note = (line: string): void => void notes.push(line);
      const scene = await loadSceneFile(path, [], { limits, allowOutside, note });
      const world = await withSceneName(path, () => openWorld(scene, { limits, note }));
      const sizes = clothSizes(scene, world);
      for (const { doubt } of sizes) if (doubt !== null) notes.push(doubt);
      const name = printable(path);
      for (const line of notes) process.stdout.write(`${name}: ${line}\n`);
      const { particles, triangles, pieces } = world.start;
      process.stdout.write(
        `${name}: valid ("${printable(scene.name)}", ${particles} particles, ${triangles} triangles, ` +
          `${pieces} ${pieces === 1 ? "piece" : "pieces"}, ` +
          `${frameCount(scene)} frames at ${scene.frameRate} per second)\n`,
      );
      for (const [i, { extents, particles: own, mass }] of sizes.entries()) {
        const size = extents.map(threeDigits).join(" × ");
        process.stdout.write(
          `  cloth ${i}: ${size} m, ${own} particles, ${threeDigits(mass)} kg\n`,
        );
      }
    },
  );
}
