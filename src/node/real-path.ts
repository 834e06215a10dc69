import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** The real path after all links. For a file that does not exist, the path that it would have. */
export async function realPath(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    const folder = dirname(absolute);
    return folder === absolute
      ? absolute
      : join(await realPath(folder), absolute.slice(folder.length));
  }
}
