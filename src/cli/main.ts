import { Command, CommanderError } from "commander";
import { MeshError } from "../mesh/index.js";
import { version } from "../node/index.js";
import { printable, RecordingError, SceneError } from "../scene/index.js";
import { checkCommand } from "./check.js";
import type { Host } from "./host.js";
import { materialsCommand } from "./materials.js";
import { migrateCommand } from "./migrate.js";
import { replayCommand } from "./replay.js";
import { runCommand } from "./run.js";
import { scenesCommand } from "./scenes.js";
import { schemaCommand } from "./schema.js";
import { UsageError } from "./usage-error.js";

const GOOD = 0;
const FAILED = 1;
const BAD_INPUT = 2;

/**
 * The command line.
 *
 * @returns The exit code: 0 good, 1 failed, 2 bad input.
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  const program = new Command("tatter")
    .description("Cloth that tears: runs scenes and writes their frames.")
    .version(version)
    .showSuggestionAfterError()
    .addCommand(runCommand(host))
    .addCommand(replayCommand(host))
    .addCommand(scenesCommand())
    .addCommand(materialsCommand())
    .addCommand(checkCommand())
    .addCommand(migrateCommand())
    .addCommand(schemaCommand())
    .addHelpText("after", "\nExit codes: 0 good, 1 failed, 2 bad input.");
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    // Our own line says it; commander would print it a second time.
    command.configureOutput({ outputError: () => {}, getOutHelpWidth: () => host.columns ?? 80 });
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    return GOOD;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return GOOD; // --help, --version
    if (error.code === "commander.help") return BAD_INPUT; // no command: the help was printed
    const line = error.message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/\.$/, "");
    say(`${line}; see 'tatter --help'`);
    return BAD_INPUT;
  }
  const isBadInput =
    error instanceof SceneError ||
    error instanceof RecordingError ||
    error instanceof MeshError ||
    error instanceof UsageError;
  say(error instanceof Error ? error.message : String(error));
  return isBadInput ? BAD_INPUT : FAILED;
}

/** One line, whatever stands in it: names of files and arguments are anybody's. */
function say(line: string): void {
  process.stderr.write(`tatter: ${printable(line)}\n`);
}
