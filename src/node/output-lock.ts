import { dirname, basename, join, resolve } from "node:path";
import { makeFolder } from "./make-folder.js";
import { checkFree, removeLock, takeLock } from "./lock.js";
import { removePartials } from "./atomic-write.js";

/** The files that a run writes, and that no other run may write at the same time. */
export interface OutputFiles {
  /** Folder of frames. */
  out?: string;
  /** File of a recording. */
  record?: string;
}

/** Lock file in a folder of frames. */
const LOCK = "tatter.lock";
const IN_OUT = /^(frame_\d+\.obj|tatter\.(lock|resume|positions))$/;

/**
 * Runs an action while it holds the locks of its output.
 *
 * @throws Error with one line if another run has a lock.
 */
export async function withOutputLock<T>(output: OutputFiles, action: () => Promise<T>): Promise<T> {
  const releases: (() => Promise<void>)[] = [];
  try {
    for (const { lock, what, folder } of locksOf(output)) {
      await makeFolder(folder);
      releases.push(await takeLock(lock, what));
    }
    await clearLeftovers(output);
    return await action();
  } finally {
    for (const release of releases) await release();
  }
}

/** Removes the locks and partial files of a terminated run. */
export async function clearTerminatedRun(output: OutputFiles, ofProcess: number): Promise<void> {
  for (const { lock, folder } of locksOf(output)) {
    await removePartials(folder, (_file, process) => process === ofProcess);
    await removeLock(lock, ofProcess);
  }
}

/**
 * Checks a file that is written without a lock.
 *
 * @throws Error with one line if another run has locked it.
 */
export async function checkUnlocked(file: string): Promise<void> {
  const ofRecording = `${file.replace(/\.(lock|resume)$/, "")}.lock`;
  await checkFree(ofRecording, file);
  if (IN_OUT.test(basename(file))) await checkFree(join(dirname(file), LOCK), file);
}

/** The lock files of an output, each with what it locks and its folder. */
export function locksOf({
  out,
  record,
}: OutputFiles): { lock: string; what: string; folder: string }[] {
  return [
    ...(out === undefined ? [] : [{ lock: join(out, LOCK), what: out, folder: out }]),
    ...(record === undefined
      ? []
      : [{ lock: `${record}.lock`, what: record, folder: dirname(resolve(record)) }]),
  ];
}

/** Removes partial files. The locks are held, so these belong to runs that have ended. */
async function clearLeftovers({ out, record }: OutputFiles): Promise<void> {
  if (out !== undefined) await removePartials(out, (file) => IN_OUT.test(file));
  if (record === undefined) return;
  const own = basename(record);
  const files = new Set([own, `${own}.lock`, `${own}.resume`]);
  await removePartials(dirname(resolve(record)), (file) => files.has(file));
}
