import { Command } from "commander";
import { loadSceneFile, runScene, sceneFile } from "../node/index.js";
import {
  frameCount,
  neededFiles,
  overLimit,
  printable,
  resolveLimits,
  type Limits,
} from "../scene/index.js";
import type { Host } from "./host.js";
import { addLimitOption, addOutsideOption, type InputFlags } from "./input-options.js";
import { withSceneName } from "./scene-errors.js";
import {
  addOutputOptions,
  checkDistinctFiles,
  checkProfile,
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
  resume?: boolean;
  profile?: boolean;
}

/** `tatter run`. */
export function runCommand(host: Host): Command {
  const command = new Command("run")
    .description(
      "Run a scene and print a summary. With --out, write the frames as OBJ files. Ctrl+C stops the run after " +
        "the current step; press it again to stop at once.",
    )
    .argument("<scene>", "scene file, or the name of a library scene (see 'tatter scenes')")
    .option(
      "--set <path=value>",
      "set a field of the scene, for example cloths.0.tearing.limit=1.2 (repeatable)",
      append,
    )
    .option("--seed <n>", "set the seed of all random numbers", wholeNumber)
    .option("--record <file>", "write a recording of the run, for 'tatter replay'")
    .option(
      "--resume",
      "resume an interrupted run with the same scene, --out and --record from its checkpoint; " +
        "without a checkpoint, start the run",
    )
    .option(
      "--profile",
      "print how long each phase of a step takes, and add it to the report as 'profile'. About three substeps per " +
        "step are timed, the others are estimated from them. A run of more than 30 steps leaves out the first 10, " +
        "which are slower. Loading and writing files are not included",
    );
  return addLimitOption(addOutsideOption(addOutputOptions(command, "the duration of the scene")))
    .addHelpText(
      "after",
      "\nExamples:\n  tatter run lateral-pull --out out/pull --report out/pull.json\n" +
        "  tatter run lateral-pull --out out/cache --topology final\n" +
        "  tatter run lateral-pull --record out/pull.tatter\n" +
        "  tatter run lateral-pull --out out/pull --resume\n" +
        "  tatter run lateral-pull --profile\n" +
        "  tatter run my-scene.json --frames 30 --set solver.substeps=40",
    )
    .action((path: string, flags: RunFlags) => run(host, path, flags));
}

async function run(host: Host, path: string, flags: RunFlags): Promise<void> {
  checkTopology(flags);
  checkProfile(flags);
  if (flags.resume && flags.out === undefined && flags.record === undefined) {
    throw new UsageError(
      "--resume: expected --out or --record too, where the checkpoint is; add the one of the earlier run",
    );
  }
  const seed = flags.seed === undefined ? [] : [`seed=${flags.seed}`];
  const { record, resume, profile, quiet, limit: limits = {}, allowOutside = false } = flags;
  const assignments = [...(flags.set ?? []), ...seed];
  const note = (line: string): void => {
    if (!quiet) process.stderr.write(`tatter: ${printable(path)}: ${printable(line)}\n`);
  };
  const scene = await loadSceneFile(path, assignments, { limits, allowOutside, note });
  if (record === "-") {
    throw new UsageError("--record -: expected a file name, because a recording is binary");
  }
  await checkDistinctFiles(flags, [
    ["the scene", sceneFile(path)],
    ...neededFiles(scene).map((file) => ["a file of the scene", file] as const),
  ]);
  if (record !== undefined) await prepareFile(record, "--record", flags.out);
  const canResume = flags.out !== undefined || record !== undefined;
  const frames = flags.frames ?? frameCount(scene);
  checkFrames(frames, limits);
  await runWithOutput(
    host,
    flags,
    frames,
    (options) =>
      withSceneName(path, () =>
        runScene(scene, {
          ...options,
          record,
          resume,
          profile,
          limits,
          note,
        }),
      ),
    canResume ? "; use --resume to continue" : "",
  );
}

/** Checks `--frames`. The number of frames of the scene is checked with the scene. */
function checkFrames(frames: number, given: Partial<Limits>): void {
  const limits = resolveLimits(given);
  if (frames <= limits.frames) return;
  throw new UsageError(`--frames: ${overLimit(limits, "frames", frames)}`);
}

function append(text: string, before: string[] = []): string[] {
  return [...before, text];
}
