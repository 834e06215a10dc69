import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents. One by one, because the recursive option of Node never returns on file
 * systems without folders.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(resolve(folder));
  if (parent !== resolve(folder)) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // another process has created it in between
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.isDirectory();
}
