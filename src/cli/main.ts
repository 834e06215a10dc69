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

// Exit codes.
const SUCCESS = 0;
const FAILED = 1;
const BAD_INPUT = 2;

/**
 * Runs the command line.
 *
 * @returns The exit code: 0 success, 1 failure, 2 invalid input.
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  const program = new Command("tatter")
    .description(
      "Simulate cloth that tears: run scene files, write frames as OBJ, record and replay runs.",
    )
    .version(version)
    .showSuggestionAfterError()
    .addCommand(runCommand(host))
    .addCommand(replayCommand(host))
    .addCommand(scenesCommand())
    .addCommand(materialsCommand())
    .addCommand(checkCommand())
    .addCommand(migrateCommand())
    .addCommand(schemaCommand())
    .addHelpText(
      "after",
      "\nExamples:\n  tatter scenes                                  list the scenes of the library\n" +
        "  tatter run lateral-pull --out out/pull         run a scene and write its frames\n" +
        "  tatter check my-scene.json                     check your own scene\n" +
        "  tatter run --help                              all options of a command\n" +
        "\nExit codes: 0 success, 1 failure, 2 invalid input.",
    );
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    // `printError` prints the error; commander would print it again.
    command.configureOutput({ outputError: () => {}, getOutHelpWidth: () => host.columns ?? 80 });
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    return SUCCESS;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Prints an error, and returns its exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return SUCCESS; // --help, --version
    if (error.code === "commander.help") return BAD_INPUT; // no command: the help was printed
    const line = error.message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/\.$/, "");
    printError(`${line}; see 'tatter --help'`);
    return BAD_INPUT;
  }
  const isBadInput =
    error instanceof SceneError ||
    error instanceof RecordingError ||
    error instanceof MeshError ||
    error instanceof UsageError;
  printError(error instanceof Error ? error.message : String(error));
  return isBadInput ? BAD_INPUT : FAILED;
}

/** Prints one line. Names of files and arguments may contain any characters, so they are escaped. */
function printError(line: string): void {
  process.stderr.write(`tatter: ${printable(line)}\n`);
}
