import { Command } from "commander";
import { loadRecording, replayRecording } from "../node/index.js";
import type { Host } from "./host.js";
import { addLimitOption, type InputFlags } from "./input-options.js";
import {
  addOutputOptions,
  checkApart,
  checkTopology,
  runWithOutput,
  type OutputFlags,
} from "./output.js";

export function replayCommand(host: Host): Command {
  const command = new Command("replay")
    .description(
      "Run a recording once more, check every frame against it and, with --out, write them as OBJ files.",
    )
    .argument("<recording>", "file of 'tatter run --record'");
  return addLimitOption(addOutputOptions(command, "the whole recording"))
    .addHelpText(
      "after",
      "\nExamples:\n  tatter run lateral-pull --record pull.tatter\n  tatter replay pull.tatter --out out/pull",
    )
    .action((path: string, flags: OutputFlags & InputFlags) => replay(host, path, flags));
}

async function replay(host: Host, path: string, flags: OutputFlags & InputFlags): Promise<void> {
  const limits = flags.limit ?? {};
  checkTopology(flags);
  await checkApart(flags, [["the recording", path]]);
  const recording = await loadRecording(path, { limits });
  const last = recording.frames.length - 1;
  const frames = Math.min(flags.frames ?? last, last);
  if (flags.frames !== undefined && flags.frames > last && !flags.quiet) {
    process.stderr.write(`tatter: ${path}: it has ${last} frames, and so many are shown\n`);
  }
  await runWithOutput(host, flags, frames, (options) =>
    replayRecording(recording, { ...options, limits }),
  );
  if (!flags.quiet && flags.report !== "-") {
    process.stdout.write(
      `  the same as the recording, frame by frame (made by tatter ${recording.madeBy})\n`,
    );
  }
}
