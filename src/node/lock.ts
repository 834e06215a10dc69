import { randomBytes } from "node:crypto";
import { link, lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";
import { nullable, text, valuesOf, wholeNumber } from "../math/check-options.js";
import { resolveLimits } from "../math/limits.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { writeError } from "./write-error.js";
import { partialOf } from "./atomic-write.js";

/** Who holds a lock. */
interface Holder {
  process: number;
  thread: number;
  host: string;
  /** When the process began, as Linux counts it: another process may have its number by now. Null elsewhere. */
  began: string | null;
  /** Another in every lock. */
  mark: string;
}

const HOLDER = valuesOf<Holder>({
  process: wholeNumber(1),
  thread: wholeNumber(),
  host: text,
  began: nullable(text),
  mark: text,
});

/** Of what stands in the place of a lock and is none of ours. */
const UNKNOWN: Holder = { process: 0, thread: 0, host: "", began: null, mark: "" };

/** No lock of ours has more bytes. */
const LIMITS = resolveLimits({ fileBytes: 10_000 });

/** How often a lock may be gone, or be stale, and be there again at once. */
const MAX_TRIES = 100;

/** The marks of the locks that this thread holds. */
const held = new Set<string>();

/**
 * Takes a lock: a file that says who writes here. That of a process that is no more is taken over.
 *
 * @param what That nobody else may write, for the message.
 * @returns The way to release it.
 * @throws Error with one line where another run holds it.
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
    if (!isFree || tries === MAX_TRIES) throw refusal(file, what, holder ?? UNKNOWN);
    if (holder !== null) await removeStale(file, holder); // else it was released in the meantime
  }
  held.add(mark);
  return async () => {
    held.delete(mark);
    if ((await readHolder(file))?.mark === mark) await rm(file, { force: true });
  };
}

/** @throws Error with one line where a run that is known holds a lock, and goes on. */
export async function checkFree(file: string, what: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder === null || holder === UNKNOWN || !(await isAlive(holder))) return;
  throw refusal(file, what, holder);
}

/** Removes the lock of a process that was ended in the middle. */
export async function removeLock(file: string, ofProcess: number): Promise<void> {
  const holder = await readHolder(file);
  if (holder?.process === ofProcess && holder.host === hostname()) await rm(file, { force: true });
}

/** Makes the file with its contents in one go; false: it is there already. */
async function makeFile(file: string, holder: Holder): Promise<boolean> {
  const partial = partialOf(file);
  const text = `${JSON.stringify(holder)}\n`;
  try {
    await writeFile(partial, text);
    await link(partial, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw error;
      await writeFile(file, text, { flag: "wx" }); // some disks have no links
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw writeError(file, error);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Null: there is no such file. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    if (!(await lstat(file)).isFile()) return UNKNOWN; // a link too, whatever is at its end
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
  if (holder === UNKNOWN) return true; // who knows
  const { process: number, thread, host, began, mark } = holder;
  if (host !== hostname()) return true; // nor is that known from here
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
    return codeOf(error) === "EPERM"; // somebody else's
  }
}

/** What Linux tells of a process: when it began, and whether it is dead and its parent has only not asked yet how it ended. */
async function factsOf(number: number): Promise<{ began: string | null; isDead: boolean }> {
  try {
    const stat = await readFile(`/proc/${number}/stat`, "utf8");
    const facts = stat.slice(stat.lastIndexOf(")")).split(" "); // behind the name, which may have spaces
    return { began: facts[20]!, isDead: /^[ZXx]$/.test(facts[1]!) };
  } catch {
    return { began: null, isDead: false };
  }
}

/** Takes the file out of the way first: two who find it stale at the same time must not remove each other's new one. */
async function removeStale(file: string, { mark }: Holder): Promise<void> {
  const aside = partialOf(file);
  try {
    await rename(file, aside);
  } catch {
    return; // the other one was faster
  }
  if ((await readHolder(aside))?.mark !== mark) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

function refusal(file: string, what: string, holder: Holder): Error {
  const { process: number, host } = holder;
  const who =
    holder === UNKNOWN
      ? "an unknown one"
      : `process ${number}${host === hostname() ? "" : ` on ${host}`}`;
  return new Error(
    `${what}: another run writes there (${who}); wait for its end or choose another place, ` +
      `and where it is no more delete ${file}`,
  );
}
