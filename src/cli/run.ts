import { Command } from "commander";
import { loadSceneFile, runScene } from "../node/index.js";
import { frameCount, overLimit, printable, resolveLimits, type Limits } from "../scene/index.js";
import { addLimitOption, addOutsideOption, type InputFlags } from "./input-options.js";
import { nameScene } from "./name-scene.js";
import {
  addOutputOptions,
  checkApart,
  checkTopology,
  prepareFile,
  runWithOutput,
  wholeNumber,
  type OutputFlags,
} from "./output.js";
import { UsageError } from "./usage-error.js";

interface RunFlags extends OutputFlags, InputFlags {
  set?: string[];
  seed?: number;
  record?: string;
}

export function runCommand(): Command {
  const command = new Command("run")
    .description("Run a scene and, with --out, write its frames as OBJ files.")
    .argument("<scene>", "scene file, or the name of a scene of the library (see 'tatter scenes')")
    .option(
      "--set <path=value>",
      "set a field, e.g. cloths.0.tearing.limit=1.2 (repeatable)",
      append,
    )
    .option("--seed <n>", "set the seed", wholeNumber)
    .option("--record <file>", "write a recording of the run, for 'tatter replay'");
  return addLimitOption(addOutsideOption(addOutputOptions(command, "the scene's duration")))
    .addHelpText(
      "after",
      "\nExamples:\n  tatter run lateral-pull --out out/pull --report out/pull.json\n" +
        "  tatter run lateral-pull --out out/cache --topology final\n" +
        "  tatter run lateral-pull --record out/pull.tatter\n" +
        "  tatter run my-scene.json --frames 30 --set solver.substeps=40",
    )
    .action(run);
}

async function run(path: string, flags: RunFlags): Promise<void> {
  checkTopology(flags);
  const seed = flags.seed === undefined ? [] : [`seed=${flags.seed}`];
  const { record, report, quiet, limit: limits = {}, allowOutside = false } = flags;
  const assignments = [...(flags.set ?? []), ...seed];
  const scene = await loadSceneFile(path, assignments, { limits, allowOutside });
  checkApart(["--report", report], ["--record", record]);
  if (record === "-") {
    throw new UsageError("--record -: a recording is no text, name a file for it");
  }
  if (record !== undefined) await prepareFile(record, "--record", flags.out);
  const note = (line: string): unknown =>
    process.stderr.write(`tatter: ${printable(path)}: ${line}\n`);
  const frames = flags.frames ?? frameCount(scene);
  checkFrames(frames, limits);
  await runWithOutput(flags, frames, (options) =>
    nameScene(path, () =>
      runScene(scene, {
        ...options,
        record,
        limits,
        note: quiet ? undefined : (line) => void note(line),
      }),
    ),
  );
  if (record !== undefined && !quiet && flags.report !== "-") {
    process.stdout.write(`  recording in ${record}\n`);
  }
}

/** Those of the scene were checked with it. */
function checkFrames(frames: number, given: Partial<Limits>): void {
  const limits = resolveLimits(given);
  if (frames <= limits.frames) return;
  throw new UsageError(`--frames: ${overLimit(limits, "frames", frames)}`);
}

function append(text: string, before: string[] = []): string[] {
  return [...before, text];
}
