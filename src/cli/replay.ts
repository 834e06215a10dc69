import { Command } from "commander";
import { loadRecording, replayRecording } from "../node/index.js";
import type { Host } from "./host.js";
import { addLimitOption, type InputFlags } from "./input-options.js";
import {
  addOutputOptions,
  checkDistinctFiles,
  checkTopology,
  runWithOutput,
  type OutputFlags,
} from "./output.js";

/** `tatter replay`. */
export function replayCommand(host: Host): Command {
  const command = new Command("replay")
    .description(
      "Replay a recording and check that every frame is bit-exact. With --out, write the frames as OBJ files.",
    )
    .argument("<recording>", "recording of 'tatter run --record'");
  return addLimitOption(addOutputOptions(command, "all frames of the recording"))
    .addHelpText(
      "after",
      "\nExamples:\n  tatter run lateral-pull --record pull.tatter\n  tatter replay pull.tatter --out out/pull",
    )
    .action((path: string, flags: OutputFlags & InputFlags) => replay(host, path, flags));
}

async function replay(host: Host, path: string, flags: OutputFlags & InputFlags): Promise<void> {
  const limits = flags.limit ?? {};
  checkTopology(flags);
  await checkDistinctFiles(flags, [["the recording", path]]);
  const recording = await loadRecording(path, { limits });
  const last = recording.frames.length - 1;
  const frames = Math.min(flags.frames ?? last, last);
  if (flags.frames !== undefined && flags.frames > last && !flags.quiet) {
    process.stderr.write(`tatter: ${path}: the recording has only ${last} frames\n`);
  }
  await runWithOutput(host, flags, frames, (options) =>
    replayRecording(recording, { ...options, limits }),
  );
  if (!flags.quiet && flags.report !== "-") {
    process.stdout.write(
      `  all frames are identical to the recording (made with Tatter ${recording.madeBy})\n`,
    );
  }
}
