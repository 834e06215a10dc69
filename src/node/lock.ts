// Lock files: a file that names the process that writes somewhere. A lock of a process that has ended is replaced.
//
import { randomBytes } from "node:crypto";
import { link, lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";
import { nullable, text, valuesOf, wholeNumber } from "../math/check-options.js";
import { resolveLimits } from "../math/limits.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { writeError } from "./write-error.js";
import { partialOf } from "./atomic-write.js";

/** The owner of a lock. */
interface Holder {
  process: number;
  thread: number;
  host: string;
  /** Start time of the process on Linux, because process ids are reused; null elsewhere. */
  began: string | null;
  /** Unique in every lock. */
  mark: string;
}

const HOLDER = valuesOf<Holder>({
  process: wholeNumber(1),
  thread: wholeNumber(),
  host: text,
  began: nullable(text),
  mark: text,
});

/** The owner of a file that is not a lock of Tatter. */
const UNKNOWN: Holder = { process: 0, thread: 0, host: "", began: null, mark: "" };

/** A lock is never larger than this. */
const LIMITS = resolveLimits({ fileBytes: 10_000 });

/** Largest number of attempts, if the lock is released or stale and taken again each time. */
const MAX_TRIES = 100;

/** The marks of the locks that this thread holds. */
const held = new Set<string>();

/**
 * Takes a lock. Replaces the lock of a process that has ended.
 *
 * @param what What is locked, for the message.
 * @returns A function that releases the lock.
 * @throws Error with one line if another run has the lock.
 */
export async function takeLock(file: string, what: string): Promise<() => Promise<void>> {
  const mark = randomBytes(8).toString("hex");
  const own: Holder = {
    process: process.pid,
    thread: threadId,
    host: hostname(),
    began: (await factsOf(process.pid)).began,
    mark,
  };
  for (let tries = 1; !(await makeFile(file, own)); tries++) {
    const holder = await readHolder(file);
    const isFree = holder === null || !(await isAlive(holder));
    if (!isFree || tries === MAX_TRIES) throw lockedError(file, what, holder ?? UNKNOWN);
    if (holder !== null) await removeStale(file, holder); // else it was released in between
  }
  held.add(mark);
  return async () => {
    held.delete(mark);
    if ((await readHolder(file))?.mark === mark) await rm(file, { force: true });
  };
}

/** @throws Error with one line if a running process has the lock. */
export async function checkFree(file: string, what: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder === null || holder === UNKNOWN || !(await isAlive(holder))) return;
  throw lockedError(file, what, holder);
}

/** Removes the lock of a process that was terminated. */
export async function removeLock(file: string, ofProcess: number): Promise<void> {
  const holder = await readHolder(file);
  if (holder?.process === ofProcess && holder.host === hostname()) await rm(file, { force: true });
}

/** Creates the file with its contents atomically; false: it exists already. */
async function makeFile(file: string, holder: Holder): Promise<boolean> {
  const partial = partialOf(file);
  const text = `${JSON.stringify(holder)}\n`;
  try {
    await writeFile(partial, text);
    await link(partial, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw error;
      await writeFile(file, text, { flag: "wx" }); // some file systems have no links
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw writeError(file, error);
  } finally {
    await rm(partial, { force: true });
  }
}

/** The owner of a lock; null: there is no lock. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    if (!(await lstat(file)).isFile()) return UNKNOWN; // a link too, wherever it leads
    const holder: unknown = JSON.parse(String(await readOrdinaryFile(file, "a lock", LIMITS)));
    return HOLDER(holder) === null ? (holder as Holder) : UNKNOWN;
  } catch (error) {
    const isGone = error instanceof UnreadableError ? error.isMissing : codeOf(error) === "ENOENT";
    return isGone ? null : UNKNOWN;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder === UNKNOWN) return true; // unknown
  const { process: number, thread, host, began, mark } = holder;
  if (host !== hostname()) return true; // unknown: another machine
  if (!isRunning(number)) return false;
  const facts = await factsOf(number);
  if (facts.isDead || facts.began !== began) return false;
  return number !== process.pid || thread !== threadId || held.has(mark);
}

function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM"; // it belongs to another user
  }
}

/** Start time of a process on Linux, and true if it has ended but its parent has not read its exit status. */
async function factsOf(number: number): Promise<{ began: string | null; isDead: boolean }> {
  try {
    const stat = await readFile(`/proc/${number}/stat`, "utf8");
    const facts = stat.slice(stat.lastIndexOf(")")).split(" "); // after the name, which may contain spaces
    return { began: facts[20]!, isDead: /^[ZXx]$/.test(facts[1]!) };
  } catch {
    return { began: null, isDead: false };
  }
}

/** Renames the file first: two processes that find it stale at the same time must not remove each other's new lock. */
async function removeStale(file: string, { mark }: Holder): Promise<void> {
  const aside = partialOf(file);
  try {
    await rename(file, aside);
  } catch {
    return; // the other process was faster
  }
  if ((await readHolder(aside))?.mark !== mark) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

function lockedError(file: string, what: string, holder: Holder): Error {
  const { process: number, host } = holder;
  const who =
    holder === UNKNOWN
      ? "an unknown process"
      : `process ${number}${host === hostname() ? "" : ` on ${host}`}`;
  return new Error(
    `${what}: another run writes there (${who}); wait until it ends or choose another place. ` +
      `If it is not running, delete ${file}`,
  );
}
