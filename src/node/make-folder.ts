import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing. One by one, because Node's own recursive way never
 * ends on file systems that take no folders.
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  const parent = dirname(resolve(folder));
  if (parent !== resolve(folder)) await makeFolder(parent);
  await mkdir(folder);
}
