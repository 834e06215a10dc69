import { randomBytes } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeError } from "./write-error.js";

const PARTIAL = /^\.(.+?)(?:\.(\d+)-[0-9a-f]{8})?\.partial$/;

/**
 * Writes a file so that it is there whole or not at all, even if the process is killed in the middle: the
 * contents go to a hidden neighbour first, which then takes the name. Two runs never have the same neighbour.
 *
 * @throws Error with one line that names the file.
 */
export async function writeFileAtomic(path: string, contents: string | Uint8Array): Promise<void> {
  const partial = partialOf(path);
  try {
    await writeFile(partial, contents);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw writeError(path, error);
  }
}

/** A hidden neighbour of a file that no other run, and no other call, will ever name. */
export function partialOf(path: string): string {
  const mark = `${process.pid}-${randomBytes(4).toString("hex")}`;
  return join(dirname(path), `.${basename(path)}.${mark}.partial`);
}

/** Clears away what killed runs may have left half written; only for files that nobody else writes now. */
export async function removePartials(
  folder: string,
  isOurs: (file: string, process: number) => boolean,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = PARTIAL.exec(name);
    if (found === null || !isOurs(found[1]!, Number(found[2]))) continue;
    await rm(join(folder, name), { force: true });
  }
}
