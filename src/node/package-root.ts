import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package, no matter where the bundler has put this module in it. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Version of Tatter. */
export const version: string = (
  JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string }
).version;

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("tatter: expected a package.json in a folder above the library, found none");
  return findRoot(parent);
}
