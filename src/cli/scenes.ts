import { Command } from "commander";
import { listScenes } from "../node/index.js";

export function scenesCommand(): Command {
  return new Command("scenes")
    .description("List the scenes that come with tatter; run one by its name.")
    .action(async () => {
      const scenes = await listScenes();
      const width = Math.max(...scenes.map(({ name }) => name.length));
      for (const { name, description } of scenes) {
        process.stdout.write(`${name.padEnd(width)}  ${description}\n`);
      }
    });
}
