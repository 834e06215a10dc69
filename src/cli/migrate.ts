import { Command } from "commander";
import { migrateSceneFile } from "../node/index.js";
import { printable } from "../scene/index.js";
import { UsageError } from "./usage-error.js";

interface MigrateFlags {
  out?: string;
  check?: boolean;
}

export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Rewrite a scene file of version 0.1 with the field names of this version.")
    .argument("<scene>", "scene file; only names change, its layout stays")
    .option("--out <file>", "write the new scene to this file and keep the old one")
    .option("--check", "write nothing; exit with 1 if there are fields to rename")
    .addHelpText(
      "after",
      "\nExamples:\n  tatter migrate my-scene.json\n  tatter migrate my-scene.json --out new-scene.json",
    )
    .action(migrate);
}

async function migrate(path: string, { out, check = false }: MigrateFlags): Promise<void> {
  if (check && out !== undefined) {
    throw new UsageError("--check: writes nothing, so remove --out");
  }
  const renamed = await migrateSceneFile(path, { out: check ? null : (out ?? path) });
  const file = printable(path);
  for (const { path: field, name } of renamed) {
    const change = name === "" ? "no longer needed" : `→ ${name}`;
    process.stdout.write(`${file}: ${printable(field)} ${change}\n`);
  }
  if (renamed.length === 0) process.stdout.write(`${file}: up to date\n`);
  else if (check)
    throw new Error(`${path}: ${renamed.length} fields to rename; run: tatter migrate ${path}`);
}
