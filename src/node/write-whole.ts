import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file so that it is there whole or not at all, even if the process is killed in the middle: the
 * contents go to a hidden neighbour first, which then takes the name.
 */
export async function writeWhole(path: string, contents: string | Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.partial`);
  try {
    await writeFile(partial, contents);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
