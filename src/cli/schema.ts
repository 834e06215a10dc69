import { Command } from "commander";
import { sceneJsonSchema } from "../scene/index.js";

/** `tatter schema`. */
export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the JSON Schema of scene files, for editors and validators.")
    .addHelpText(
      "after",
      '\nExamples:\n  tatter schema > scene.schema.json\n  (then put "$schema": "./scene.schema.json" into your scene file)',
    )
    .action(() => {
      process.stdout.write(`${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
    });
}
