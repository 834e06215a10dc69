import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { action, checkOptions, flag, object, optional, text } from "../math/check-options.js";
import { LIMITS, resolveLimits, type Limits } from "../math/limits.js";
import {
  checkIsScene,
  checkScene,
  createWorld,
  migrateScene,
  namedFiles,
  neededFiles,
  neededPictures,
  readSceneText,
  renamedFieldsNote,
  SceneError,
  setField,
  withPaths,
  type RenamedField,
  type Scene,
  type SceneFiles,
} from "../scene/index.js";
import type { World } from "../sim/index.js";
import { texts } from "./checks.js";
import { packageRoot } from "./package-root.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";
import { SceneFolder } from "./scene-folder.js";

/** A scene of the library, which is part of the package. */
export interface LibraryScene {
  /** Its name, for `loadSceneFile` and `tatter run`. */
  name: string;
  /** Path of its file. */
  path: string;
  /** Its `description` field; "" if absent. */
  description: string;
}

const LIBRARY = join(packageRoot, "scenes");

/** Lists the scenes of the library, sorted by name. */
export async function listScenes(): Promise<LibraryScene[]> {
  const files = (await readdir(LIBRARY)).filter(
    (file) => file.endsWith(".json") && !file.endsWith(".schema.json"),
  );
  return Promise.all(
    files.toSorted().map(async (file) => {
      const path = join(LIBRARY, file);
      const scene = JSON.parse(await readFile(path, "utf8")) as { description?: string };
      return { name: file.slice(0, -".json".length), path, description: scene.description ?? "" };
    }),
  );
}

/** Options of `loadSceneFile`. */
export interface LoadOptions {
  /** True: the scene may name files outside of its own folder. Default false. */
  allowOutside?: boolean;
  /** Limits on the size of the file and the scene; default `LIMIT_DEFAULTS`. */
  limits?: Partial<Limits>;
  /** Called with one line if the file has field names of an older version. */
  note?: (line: string) => void;
}

const LOAD = object<LoadOptions>({
  allowOutside: optional(flag),
  limits: optional(LIMITS),
  note: optional(action),
});

/**
 * The path of a scene file.
 *
 * @param nameOrPath A file, or the name of a scene of the library.
 */
export function sceneFile(nameOrPath: string): string {
  const library = join(LIBRARY, `${nameOrPath}.json`);
  const inLibrary = !existsSync(nameOrPath) && /^[\w-]+$/.test(nameOrPath) && existsSync(library);
  return inLibrary ? library : nameOrPath;
}

/**
 * Reads and checks a scene.
 *
 * @param nameOrPath A file, or the name of a scene of the library.
 * @param assignments Fields to set before the check, as `path=value`.
 * @throws SceneError with one line that names the file, the field and what was expected.
 *
 * @example
 * import { loadSceneFile } from "tatter/node";
 * const scene = await loadSceneFile("lateral-pull", ["solver.substeps=40"]);
 */
export async function loadSceneFile(
  nameOrPath: string,
  assignments: readonly string[] = [],
  options: LoadOptions = {},
): Promise<Scene> {
  checkOptions("nameOrPath", nameOrPath, text);
  checkOptions("assignments", assignments, texts);
  checkOptions("", options, LOAD);
  const { allowOutside = false, limits } = options;
  const path = sceneFile(nameOrPath);
  try {
    const renamed: RenamedField[] = [];
    const given = readSceneText(await readText(path, resolveLimits(limits)), limits);
    const input = migrateScene(given, (field) => renamed.push(field));
    if (renamed.length > 0) {
      options.note?.(`${renamedFieldsNote(renamed)}; update it: tatter migrate ${nameOrPath}`);
    }
    for (const assignment of assignments) setField(input, assignment);
    const scene = checkScene(input, limits);
    // The scene names files relative to the scene file. From here on the paths are absolute.
    if (allowOutside) return withPaths(scene, (file) => resolve(dirname(path), file.path));
    const folder = await SceneFolder.of(dirname(path));
    for (const { field, files } of namedFiles(scene)) {
      for (const file of files) await folder.check(field, file);
    }
    return withPaths(scene, (file) => folder.pathOf(file));
  } catch (error) {
    if (error instanceof SceneError) throw new SceneError(`${nameOrPath}: ${error.message}`);
    throw error;
  }
}

/** Options of `openWorld`. */
export interface OpenOptions {
  /** Limits on the size of the scene and its files; default `LIMIT_DEFAULTS`. */
  limits?: Partial<Limits>;
  /** Called with one line for each thing that was repaired in a file. */
  note?: (line: string) => void;
}

const OPEN = object<OpenOptions>({ limits: optional(LIMITS), note: optional(action) });

/**
 * Creates the world of a scene, and reads the files that the scene names.
 *
 * @throws SceneError with one line.
 */
export async function openWorld(scene: Scene, options: OpenOptions = {}): Promise<World> {
  checkIsScene(scene);
  checkOptions("", options, OPEN);
  const { limits, note } = options;
  const files = await readSceneFiles(scene, limits);
  return createWorld(scene, { files, ...(limits && { limits }), ...(note && { note }) });
}

/**
 * Reads the files that a scene names: meshes as text, images as bytes.
 *
 * @param limits `fileBytes` is checked, for all files together.
 * @throws SceneError with one line.
 */
export async function readSceneFiles(scene: Scene, limits?: Partial<Limits>): Promise<SceneFiles> {
  const resolved = resolveLimits(limits);
  const files: Record<string, string | Uint8Array> = {};
  const images = new Set(neededPictures(scene));
  let size = 0;
  for (const path of neededFiles(scene)) {
    const isImage = images.has(path);
    try {
      const bytes = await readOrdinaryFile(path, isImage ? "an image" : "a mesh", resolved, size);
      size += bytes.length;
      files[path] = isImage ? Uint8Array.from(bytes) : bytes.toString("utf8");
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      throw new SceneError(`${fieldOf(scene, path)}: ${path}: ${error.message}`);
    }
  }
  return files;
}

/** The field that names a file. */
function fieldOf(scene: Scene, path: string): string {
  return namedFiles(scene).find(({ files }) => files.includes(path))!.field;
}

async function readText(path: string, limits: Limits): Promise<string> {
  try {
    return (await readOrdinaryFile(path, "a scene file", limits)).toString("utf8");
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new SceneError(
      error.isMissing
        ? "no such file, and no scene of the library has this name (see 'tatter scenes')"
        : error.message,
    );
  }
}
