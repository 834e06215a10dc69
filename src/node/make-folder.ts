import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing. One by one, because Node's own recursive way never
 * ends on file systems that take no folders.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(resolve(folder));
  if (parent !== resolve(folder)) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // somebody else has made it in the meantime
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.isDirectory();
}
