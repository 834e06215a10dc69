import { InvalidArgumentError, Option, type Command } from "commander";
import { access, constants, readdir, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import {
  checkUnlocked,
  makeFolder,
  outputFiles,
  realPath,
  writeFileAtomic,
  type FrameOptions,
  type Topology,
} from "../node/index.js";
import { printable, type RunReport } from "../scene/index.js";
import type { Host } from "./host.js";
import { profileLines } from "./profile-table.js";
import { UsageError } from "./usage-error.js";

const FRAME = /^frame_(\d+)\.obj$/;

const REASONS: Record<string, string> = {
  EEXIST: "a file has this name",
  ENOTDIR: "a file has this name",
  EACCES: "permission denied",
  EROFS: "the disk is read-only",
  ENOENT: "no folder can be created there",
};

/** Output options of a run of a scene or a recording. */
export interface OutputFlags {
  out?: string;
  topology?: Topology;
  frames?: number;
  report?: string;
  quiet?: boolean;
}

/**
 * Adds the output options.
 *
 * @param wholeLength The default of `--frames`, in words.
 */
export function addOutputOptions(command: Command, wholeLength: string): Command {
  return command
    .option(
      "--out <dir>",
      "folder for the frames: frame_0000.obj (time 0), frame_0001.obj, …; created if missing",
    )
    .addOption(
      new Option(
        "--topology <kind>",
        "mesh of the frames in --out. 'changing' (default): each frame has its own mesh. 'final': all frames " +
          "have the final mesh, so that only positions differ; they are written after the run",
      ).choices(["changing", "final"] satisfies Topology[]),
    )
    .option("--frames <n>", `number of frames to run; default: ${wholeLength}`, wholeNumber)
    .option("--report <file>", "write a report of the run as JSON ('-': to standard output)")
    .option("--quiet", "print only errors");
}

/**
 * Runs a scene or a recording with everything around it: checks of the output before the work starts, a progress bar, a
 * stop signal, a report and a summary.
 */
export async function runWithOutput(
  host: Host,
  flags: OutputFlags & { record?: string },
  frames: number,
  run: (options: FrameOptions) => Promise<RunReport>,
  stopHint = "",
): Promise<void> {
  const { out, record, topology, quiet = false } = flags;
  const toStdout = flags.report === "-";
  if (out !== undefined) await prepareOut(out, frames);
  if (flags.report !== undefined && !toStdout) await prepareFile(flags.report, "--report", out);

  const writesAtEnd = topology === "final";
  await host.begin({ frames, writesAtEnd, isQuiet: quiet, output: { out, record } });
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
      `stopped after frame ${report.frames} of ${frames}; all written files are complete${stopHint}`,
    );
  }
}

/** Checks that `--topology` is used with `--out`. */
export function checkTopology({ topology, out }: OutputFlags): void {
  if (topology === undefined || out !== undefined) return;
  throw new UsageError(
    `--topology ${topology}: expected --out too, because no frames are written without it; add --out <dir>`,
  );
}

/** Checks that `--profile` shows something. */
export function checkProfile({
  profile,
  quiet,
  report,
}: OutputFlags & { profile?: boolean }): void {
  if (!profile || !quiet || report !== undefined) return;
  throw new UsageError(
    "--profile: expected --report too, because --quiet prints no table; add --report <file>",
  );
}

function summary(
  report: RunReport,
  { out, record, report: file }: OutputFlags & { record?: string },
): string {
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
      ? [`  maxTearsPerStep deferred tears to the next step in ${report.cappedSteps} steps`]
      : []),
    ...selfCollisionLines(report),
    ...(report.solverReason === undefined ? [] : [`  solver: ${report.solverReason}`]),
    ...(report.implicit === undefined
      ? []
      : [
          `  ${report.implicit.iterations} Newton iterations; largest residual ${report.implicit.maxResidual.toExponential(1)}` +
            (report.implicit.untrustedSteps > 0
              ? `; ${report.implicit.untrustedSteps} steps did not converge, so nothing tore in them`
              : ""),
        ]),
    `  state ${report.hash}`,
    ...(out === undefined ? [] : [`  frames in ${out}`]),
    ...(file === undefined ? [] : [`  report in ${file}`]),
    ...(record === undefined ? [] : [`  recording in ${record}`]),
    ...(report.profile === undefined ? [] : profileLines(report.profile)),
    "",
  ].join("\n");
}

function selfCollisionLines({ selfCollision }: RunReport): string[] {
  if (selfCollision === undefined) return [];
  const { mode, crossings, forcedCrossings, startCrossings = 0 } = selfCollision;
  const now = `${crossings} ${crossings === 1 ? "crossing" : "crossings"}`;
  const start =
    startCrossings === 1
      ? "1 edge crosses a triangle at the start; it is drawn apart"
      : `${startCrossings} edges cross triangles at the start; they are drawn apart`;
  return [
    `  self-collision: ${mode}, ${now}, ${forcedCrossings} forced`,
    ...(startCrossings === 0 ? [] : [`  ${start}`]),
  ];
}

async function prepareOut(out: string, frames: number): Promise<void> {
  await prepareFolder(out, "--out");
  const later = (await readdir(out)).filter((file) => Number(FRAME.exec(file)?.[1] ?? 0) > frames);
  if (later.length > 0) {
    process.stderr.write(
      `tatter: ${out}: ${later.length} later frames of an earlier run are left as they are\n`,
    );
  }
}

/** Checks before the run that a file can be written. */
export async function prepareFile(file: string, flag: string, out?: string): Promise<void> {
  if (file === "") throw new UsageError(`${flag}: expected a file name`);
  const folder = dirname(resolve(file));
  const isFrame = FRAME.test(basename(file));
  if (out !== undefined && isFrame && (await realPath(folder)) === (await realPath(out))) {
    throw new UsageError(`${flag} ${file}: expected another name, this is a frame in --out`);
  }
  await prepareFolder(folder, flag);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) {
    throw new UsageError(`${flag} ${file}: expected a file, but this is a folder`);
  }
  if (found !== null && !found.isFile()) {
    const hint = flag === "--report" ? " ('-' writes to standard output)" : "";
    throw new UsageError(`${flag} ${file}: expected a regular file${hint}`);
  }
  await checkUnlocked(file);
}

/** A file, and a description of it. */
type Named = readonly [what: string, file: string | undefined];

/**
 * Checks that no output file is an input or another output: it would be overwritten.
 *
 * @param inputs The files that are read.
 */
export async function checkDistinctFiles(
  { out, record, report }: OutputFlags & { record?: string },
  inputs: readonly Named[],
): Promise<void> {
  const own = outputFiles({ out, record }).map((file): Named => ["a file of the run itself", file]);
  const others: Named[] = [...inputs, ["--out", out], ...own];
  await checkDiffers(["--record", record], others);
  if (report !== "-") await checkDiffers(["--report", report], [["--record", record], ...others]);
}

async function checkDiffers([flag, file]: Named, others: readonly Named[]): Promise<void> {
  if (file === undefined || file === "") return;
  const path = await realPath(file);
  for (const [what, other] of others) {
    if (other === undefined || (await realPath(other)) !== path) continue;
    throw new UsageError(`${flag} ${file}: expected another file, this is ${what} too`);
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
    throw new UsageError(`${flag} ${folder}: cannot be written (${why})`);
  }
}

/** Parses a whole number of an option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected a whole number of 0 or more.");
  return Number(text);
}
