import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package itself, wherever the bundler has put this module inside it. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Version of tatter. */
export const version: string = (
  JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string }
).version;

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("tatter: the folder of the package was not found");
  return findRoot(parent);
}
