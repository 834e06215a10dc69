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

/** A scene that comes with the package. */
export interface LibraryScene {
  name: string;
  path: string;
  description: string;
}

const LIBRARY = join(packageRoot, "scenes");

/** The scene library, by name. */
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

export interface LoadOptions {
  /** Whether files may be named that do not lie under the folder of the scene. */
  allowOutside?: boolean;
  limits?: Partial<Limits>;
  /** Called with one line where the file has field names of an older version. */
  note?: (line: string) => void;
}

const LOAD = object<LoadOptions>({
  allowOutside: optional(flag),
  limits: optional(LIMITS),
  note: optional(action),
});

/** The file of a scene: a file, or the name of a scene of the library. */
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
    // Files are named as seen from the scene file; from here on they can be found from anywhere.
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

export interface OpenOptions {
  limits?: Partial<Limits>;
  /** Called with one line for each thing that was mended in a file. */
  note?: (line: string) => void;
}

const OPEN = object<OpenOptions>({ limits: optional(LIMITS), note: optional(action) });

/**
 * The world of a scene, with the files that the scene names.
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
 * The files that a scene names: the texts of meshes, the bytes of pictures.
 *
 * @param limits That of `fileBytes` counts, for all of them together.
 * @throws SceneError with one line.
 */
export async function readSceneFiles(scene: Scene, limits?: Partial<Limits>): Promise<SceneFiles> {
  const most = resolveLimits(limits);
  const files: Record<string, string | Uint8Array> = {};
  const pictures = new Set(neededPictures(scene));
  let size = 0;
  for (const path of neededFiles(scene)) {
    const isPicture = pictures.has(path);
    try {
      const bytes = await readOrdinaryFile(path, isPicture ? "a picture" : "a mesh", most, size);
      size += bytes.length;
      files[path] = isPicture ? Uint8Array.from(bytes) : bytes.toString("utf8");
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
        ? "no such file, nor a scene of the library (see 'tatter scenes')"
        : error.message,
    );
  }
}
