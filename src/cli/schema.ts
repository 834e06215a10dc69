import { Command } from "commander";
import { sceneJsonSchema } from "../scene/index.js";

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the JSON Schema of scene files, for editors.")
    .action(() => {
      process.stdout.write(`${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
    });
}
