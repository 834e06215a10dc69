import { randomBytes } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeError } from "./write-error.js";

const PARTIAL = /^\.(.+?)(?:\.(\d+)-[0-9a-f]{8})?\.partial$/;

/**
 * Writes a file atomically: it is complete or does not exist, even if the process is killed. The contents are written
 * to a hidden file in the same folder, which is then renamed. Two runs never use the same hidden file.
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

/** A hidden file name in the same folder that no other run and no other call uses. */
export function partialOf(path: string): string {
  const mark = `${process.pid}-${randomBytes(4).toString("hex")}`;
  return join(dirname(path), `.${basename(path)}.${mark}.partial`);
}

/**
 * Removes partial files of killed runs. Call it only for files that no other run writes now.
 *
 * @param isOurs True for files to remove, by the name of the final file and the process id.
 */
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
