import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file so that it is there whole or not at all, even if the process is killed in the middle: the
 * text goes to a hidden neighbour first, which then takes the name.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.partial`);
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
