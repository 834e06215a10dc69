import { dirname, basename, join, resolve } from "node:path";
import { makeFolder } from "./make-folder.js";
import { checkFree, removeLock, takeLock } from "./lock.js";
import { removePartials } from "./atomic-write.js";

/** What a run writes and nobody else may write meanwhile. */
export interface OutputFiles {
  /** Folder of frames. */
  out?: string;
  /** File of a recording. */
  record?: string;
}

/** The file in a folder of frames that says who writes there. */
const LOCK = "tatter.lock";
const IN_OUT = /^(frame_\d+\.obj|tatter\.(lock|resume|positions))$/;

/**
 * Does something that writes a folder or a recording, while no other run may write them.
 *
 * @throws Error with one line where another run does.
 */
export async function claim<T>(claimed: OutputFiles, action: () => Promise<T>): Promise<T> {
  const releases: (() => Promise<void>)[] = [];
  try {
    for (const { lock, what, folder } of locksOf(claimed)) {
      await makeFolder(folder);
      releases.push(await takeLock(lock, what));
    }
    await clearLeftovers(claimed);
    return await action();
  } finally {
    for (const release of releases) await release();
  }
}

/** After the end of a run in the middle of its work: takes its locks and partial files away. */
export async function clearAfter(claimed: OutputFiles, ofProcess: number): Promise<void> {
  for (const { lock, folder } of locksOf(claimed)) {
    await removePartials(folder, (_file, process) => process === ofProcess);
    await removeLock(lock, ofProcess);
  }
}

/**
 * For a file that is written without a claim.
 *
 * @throws Error with one line where it belongs to what another run has claimed.
 */
export async function checkUnclaimed(file: string): Promise<void> {
  const ofRecording = `${file.replace(/\.(lock|resume)$/, "")}.lock`;
  await checkFree(ofRecording, file);
  if (IN_OUT.test(basename(file))) await checkFree(join(dirname(file), LOCK), file);
}

/** The locks of what is claimed, each with what it is of and the folder that it lies in. */
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

/** Nobody else writes here now, so whatever is partial is of a run that is no more. */
async function clearLeftovers({ out, record }: OutputFiles): Promise<void> {
  if (out !== undefined) await removePartials(out, (file) => IN_OUT.test(file));
  if (record === undefined) return;
  const own = basename(record);
  const files = new Set([own, `${own}.lock`, `${own}.resume`]);
  await removePartials(dirname(resolve(record)), (file) => files.has(file));
}
