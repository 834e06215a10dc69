import { Command } from "commander";
import { migrateSceneFile } from "../node/index.js";
import { printable } from "../scene/index.js";
import { UsageError } from "./usage-error.js";

interface MigrateFlags {
  out?: string;
  check?: boolean;
}

/** `tatter migrate`. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description(
      "Update the field names of a scene file of version 0.1. Layout, order and numbers stay as they are.",
    )
    .argument("<scene>", "scene file; it is rewritten unless --out or --check is given")
    .option("--out <file>", "write the updated scene to this file, and leave the old one as it is")
    .option("--check", "write nothing; exit with code 1 if there are fields to rename")
    .addHelpText(
      "after",
      "\nExamples:\n  tatter migrate my-scene.json\n  tatter migrate my-scene.json --out new-scene.json\n" +
        "  tatter migrate my-scene.json --check",
    )
    .action(migrate);
}

async function migrate(path: string, { out, check = false }: MigrateFlags): Promise<void> {
  if (check && out !== undefined) {
    throw new UsageError("--check: expected no --out, because --check writes nothing; remove one");
  }
  const renamed = await migrateSceneFile(path, { out: check ? null : (out ?? path) });
  const file = printable(path);
  for (const { path: field, name } of renamed) {
    const change = name === "" ? "no longer needed" : `→ ${name}`;
    process.stdout.write(`${file}: ${printable(field)} ${change}\n`);
  }
  if (renamed.length === 0) process.stdout.write(`${file}: up to date\n`);
  else if (check)
    throw new Error(
      `${path}: ${renamed.length} ${renamed.length === 1 ? "field" : "fields"} to rename; run: tatter migrate ${path}`,
    );
}
