import { InvalidArgumentError, Option, type Command } from "commander";
import { access, constants, readdir, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import {
  checkUnclaimed,
  makeFolder,
  outputFiles,
  realPath,
  writeFileAtomic,
  type FrameOptions,
  type Topology,
} from "../node/index.js";
import { printable, type RunReport } from "../scene/index.js";
import type { Host } from "./host.js";
import { UsageError } from "./usage-error.js";

const FRAME = /^frame_(\d+)\.obj$/;

const REASONS: Record<string, string> = {
  EEXIST: "a file stands in the way",
  ENOTDIR: "a file stands in the way",
  EACCES: "not allowed",
  EROFS: "the disk is read-only",
  ENOENT: "no folders can be made here",
};

/** What a run writes, whatever is run. */
export interface OutputFlags {
  out?: string;
  topology?: Topology;
  frames?: number;
  report?: string;
  quiet?: boolean;
}

export function addOutputOptions(command: Command, wholeLength: string): Command {
  return command
    .option("--out <dir>", "folder for frame_0000.obj (at rest), frame_0001.obj, …")
    .addOption(
      new Option(
        "--topology <kind>",
        "mesh of the frames in --out: 'changing', each the one of its time (default), or 'final', " +
          "all the one of the end, so that only positions differ; these are written after the run",
      ).choices(["changing", "final"] satisfies Topology[]),
    )
    .option("--frames <n>", `frames to run, instead of ${wholeLength}`, wholeNumber)
    .option("--report <file>", "write a JSON report of the run ('-' for standard output)")
    .option("--quiet", "print nothing but errors");
}

/**
 * Runs something with all that belongs to a run on the command line: folders that are there before the work begins, a bar,
 * a way to stop it, a report and a summary.
 */
export async function runWithOutput(
  host: Host,
  flags: OutputFlags & { record?: string },
  frames: number,
  run: (options: FrameOptions) => Promise<RunReport>,
  hintWhenStopped = "",
): Promise<void> {
  const { out, record, topology, quiet = false } = flags;
  const toStdout = flags.report === "-";
  if (out !== undefined) await prepareOut(out, frames);
  if (flags.report !== undefined && !toStdout) await prepareFile(flags.report, "--report", out);

  const writesAtEnd = topology === "final";
  await host.begin({ frames, writesAtEnd, isQuiet: quiet, claimed: { out, record } });
  let report: RunReport;
  try {
    report = await run({
      out,
      topology,
      frames,
      signal: host.stop,
      onFrame: (frame, _frames, world) => host.ran(frame, world.stats.tears),
      onWritten: writesAtEnd ? (written, all) => host.wrote(written, all) : undefined,
    });
  } finally {
    await host.end();
  }

  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (toStdout) process.stdout.write(text);
  else if (flags.report !== undefined) await writeFileAtomic(flags.report, text);
  if (!quiet && !toStdout) process.stdout.write(summary(report, flags));
  if (host.stop.aborted && report.frames < frames) {
    throw new Error(
      `stopped after frame ${report.frames} of ${frames}; what is written is whole${hintWhenStopped}`,
    );
  }
}

/** Frames have no mesh where none are written. */
export function checkTopology({ topology, out }: OutputFlags): void {
  if (topology === undefined || out !== undefined) return;
  throw new UsageError(
    `--topology ${topology}: no frames are written without --out, add --out <dir>`,
  );
}

function summary(report: RunReport, { out, report: file }: OutputFlags): string {
  const { frames, seconds, wallSeconds, tears, tearOffs, particles, pieces } = report;
  const torn =
    (tears === 0
      ? "no tears"
      : `${tears} ${tears === 1 ? "tear" : "tears"}, the first at ${report.firstTearTime!.toFixed(3)} s`) +
    (tearOffs === 0 ? "" : `; pins torn off: ${tearOffs}`);
  return [
    `${printable(report.scene)}: ${frames} frames, ${seconds.toFixed(2)} s simulated in ${wallSeconds.toFixed(1)} s`,
    `  ${torn}; ${particles.start} → ${particles.end} particles, ${pieces.start} → ${pieces.end} pieces`,
    ...(report.cappedSteps > 0
      ? [`  in ${report.cappedSteps} steps maxTearsPerStep put tears off to the next step`]
      : []),
    ...(report.implicit === undefined
      ? []
      : [
          `  ${report.implicit.iterations} solves; residual ${report.implicit.maxResidual.toExponential(1)} at most` +
            (report.implicit.untrustedSteps > 0
              ? `; in ${report.implicit.untrustedSteps} steps too large to trust, so that tearing waited`
              : ""),
        ]),
    `  state ${report.hash}`,
    ...(out === undefined ? [] : [`  frames in ${out}`]),
    ...(file === undefined ? [] : [`  report in ${file}`]),
    "",
  ].join("\n");
}

async function prepareOut(out: string, frames: number): Promise<void> {
  await prepareFolder(out, "--out");
  const later = (await readdir(out)).filter((file) => Number(FRAME.exec(file)?.[1] ?? 0) > frames);
  if (later.length > 0) {
    process.stderr.write(
      `tatter: ${out} holds ${later.length} later frames of an earlier run; they stay as they are\n`,
    );
  }
}

/** Finds out before the long work, not after it, that a file cannot be written. */
export async function prepareFile(file: string, flag: string, out?: string): Promise<void> {
  if (file === "") throw new UsageError(`${flag}: expected a file name`);
  const folder = dirname(resolve(file));
  const isFrame = FRAME.test(basename(file));
  if (out !== undefined && isFrame && (await realPath(folder)) === (await realPath(out))) {
    throw new UsageError(`${flag} ${file}: this is the name of a frame in --out, choose another`);
  }
  await prepareFolder(folder, flag);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) {
    throw new UsageError(`${flag} ${file}: this is a folder, expected a file`);
  }
  if (found !== null && !found.isFile()) {
    const hint = flag === "--report" ? " ('-' writes to standard output)" : "";
    throw new UsageError(`${flag} ${file}: this is no ordinary file${hint}`);
  }
  await checkUnclaimed(file);
}

/** A file, and what it is in words. */
type Named = readonly [what: string, file: string | undefined];

/**
 * One file cannot be two: the one that is written last would be all that is left.
 *
 * @param inputs What is read.
 */
export async function checkApart(
  { out, record, report }: OutputFlags & { record?: string },
  inputs: readonly Named[],
): Promise<void> {
  const own = outputFiles({ out, record }).map((file): Named => ["a file of the run itself", file]);
  const others: Named[] = [...inputs, ["--out", out], ...own];
  await checkNone(["--record", record], others);
  if (report !== "-") await checkNone(["--report", report], [["--record", record], ...others]);
}

async function checkNone([flag, file]: Named, others: readonly Named[]): Promise<void> {
  if (file === undefined || file === "") return;
  const place = await realPath(file);
  for (const [what, other] of others) {
    if (other === undefined || (await realPath(other)) !== place) continue;
    throw new UsageError(`${flag} ${file}: this is ${what} too, choose another`);
  }
}

async function prepareFolder(folder: string, flag: string): Promise<void> {
  if (folder === "") throw new UsageError(`${flag}: expected the name of a folder`);
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    const why = REASONS[code] ?? code;
    throw new UsageError(`${flag} ${folder}: cannot write there (${why})`);
  }
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected a whole number of 0 or more.");
  return Number(text);
}
