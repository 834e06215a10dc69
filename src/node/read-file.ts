import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { overLimit, type Limits } from "../math/limits.js";

/** Thrown if a file cannot be read. The message says why, without the name of the file. */
export class UnreadableError extends Error {
  override name = "UnreadableError";

  constructor(
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}

/**
 * Reads the bytes of a regular file. Never blocks on a pipe, and never reads more than the limit.
 *
 * @param what What was expected, for messages.
 * @param before Bytes of other files that count toward the limit.
 * @throws UnreadableError with one line.
 */
export async function readOrdinaryFile(
  path: string,
  what: string,
  limits: Limits,
  before = 0,
): Promise<Buffer> {
  try {
    checkKind(await stat(path), what); // before it is opened, which can have side effects on devices
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      checkKind(found, what); // it may have been replaced in between
      checkSize(before + found.size, limits);
      return await readAll(handle, found.size, limits.fileBytes - before, (size) =>
        checkSize(before + size, limits),
      );
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UnreadableError("no such file", true);
    throw new UnreadableError(`cannot be read (${code})`);
  }
}

function checkKind(found: { isFile(): boolean; isDirectory(): boolean }, what: string): void {
  if (found.isFile()) return;
  const kind = found.isDirectory() ? "a folder" : "not a regular file";
  throw new UnreadableError(`expected ${what}, but this is ${kind}`);
}

function checkSize(size: number, limits: Limits): void {
  if (size > limits.fileBytes) throw new UnreadableError(overLimit(limits, "fileBytes", size));
}

/** The reported size is not reliable: it is 0 for generated files, and files can grow. */
async function readAll(
  handle: FileHandle,
  size: number,
  maxSize: number,
  check: (size: number) => void,
): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
    check(filled);
    if (filled < bytes.length) continue;
    const larger = Buffer.allocUnsafe(Math.min(2 * bytes.length + 65_536, maxSize + 1));
    bytes.copy(larger);
    bytes = larger;
  }
}
