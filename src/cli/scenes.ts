import { Command } from "commander";
import { listScenes } from "../node/index.js";

/** `tatter scenes`. */
export function scenesCommand(): Command {
  return new Command("scenes")
    .description("List the scenes of the library. Run one by its name.")
    .addHelpText("after", "\nExamples:\n  tatter scenes\n  tatter run lateral-pull")
    .action(async () => {
      const scenes = await listScenes();
      const width = Math.max(...scenes.map(({ name }) => name.length));
      for (const { name, description } of scenes) {
        process.stdout.write(`${name.padEnd(width)}  ${description}\n`);
      }
    });
}
