import { constants, existsSync } from "node:fs";
import { access, chmod, realpath, stat } from "node:fs/promises";
import { checkOptions, object, optional, text } from "../math/check-options.js";
import { LIMITS, resolveLimits, type Limits } from "../math/limits.js";
import {
  checkScene,
  migrateSceneText,
  readSceneText,
  SceneError,
  type RenamedField,
} from "../scene/index.js";
import { writeFileAtomic } from "./atomic-write.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { writeError } from "./write-error.js";

/** Options of `migrateSceneFile`. */
export interface MigrateOptions {
  /** File that gets the new scene; null: none; default: the scene file itself. */
  out?: string | null;
  /** Limits on the size of the file. */
  limits?: Partial<Limits>;
}

const MIGRATE = object<MigrateOptions>({
  out: optional((value) => (value === null ? null : text(value))),
  limits: optional(LIMITS),
});

/**
 * Replaces the contents of a file, or of the file that a link points to. Its permissions stay.
 *
 * @throws Error if it is read-only.
 */
async function replaceFile(path: string, contents: string): Promise<void> {
  if (!existsSync(path)) return writeFileAtomic(path, contents);
  const target = await realpath(path);
  try {
    await access(target, constants.W_OK);
  } catch (error) {
    throw writeError(path, error);
  }
  const { mode } = await stat(target);
  await writeFileAtomic(target, contents);
  await chmod(target, mode);
}

/**
 * Rewrites a scene file of version 0.1 with the current field names. Layout and numbers stay as they are.
 *
 * @returns The renamed fields; if there are none, the file is up to date and stays as it is.
 * @throws SceneError with one line, if the file is missing or is not a scene. Then nothing is written.
 *
 * @example
 * import { migrateSceneFile } from "tatter/node";
 * const renamed = await migrateSceneFile("old.json", { out: "new.json" });
 */
export async function migrateSceneFile(
  path: string,
  options: MigrateOptions = {},
): Promise<RenamedField[]> {
  checkOptions("path", path, text);
  checkOptions("", options, MIGRATE);
  const { out = path, limits } = options;
  try {
    const bytes = await readOrdinaryFile(path, "a scene file", resolveLimits(limits));
    const { text: migrated, renamed } = migrateSceneText(bytes.toString("utf8"), limits);
    checkScene(readSceneText(migrated, limits), limits);
    const isNeeded = renamed.length > 0 || out !== path;
    if (out !== null && isNeeded) await replaceFile(out, migrated);
    return renamed;
  } catch (error) {
    if (error instanceof SceneError || error instanceof UnreadableError) {
      throw new SceneError(`${path}: ${error.message}`);
    }
    throw error;
  }
}
