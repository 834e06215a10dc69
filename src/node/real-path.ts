import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Where a path leads, by whatever links; of one that is not there, where it would lie. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch {
    const folder = dirname(whole);
    return folder === whole ? whole : join(await realPath(folder), whole.slice(folder.length));
  }
}
