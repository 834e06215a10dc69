import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  checkScene,
  createWorld,
  namedFiles,
  neededFiles,
  neededPictures,
  SceneError,
  setField,
  withPaths,
  type Scene,
  type SceneFiles,
} from "../scene/index.js";
import type { World } from "../sim/index.js";
import { packageRoot } from "./package-root.js";

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
): Promise<Scene> {
  const library = join(LIBRARY, `${nameOrPath}.json`);
  const inLibrary = !existsSync(nameOrPath) && /^[\w-]+$/.test(nameOrPath) && existsSync(library);
  const path = inLibrary ? library : nameOrPath;
  try {
    const input = readJson(await readText(path));
    for (const assignment of assignments) setField(input, assignment);
    // Files are named as seen from the scene file; from here on they can be found from anywhere.
    return withPaths(checkScene(input), (file) => resolve(dirname(path), file.path));
  } catch (error) {
    if (error instanceof SceneError) throw new SceneError(`${nameOrPath}: ${error.message}`);
    throw error;
  }
}

/**
 * The world of a scene, with the files that the scene names.
 *
 * @param note Called with one line for each thing that was mended in a file.
 * @throws SceneError with one line.
 */
export async function openWorld(scene: Scene, note?: (line: string) => void): Promise<World> {
  return createWorld(scene, { files: await readSceneFiles(scene), ...(note && { note }) });
}

/**
 * The files that a scene names: the texts of meshes, the bytes of pictures.
 *
 * @throws SceneError with one line.
 */
export async function readSceneFiles(scene: Scene): Promise<SceneFiles> {
  const files: Record<string, string | Uint8Array> = {};
  const pictures = new Set(neededPictures(scene));
  for (const path of neededFiles(scene)) {
    try {
      files[path] = pictures.has(path)
        ? Uint8Array.from(await readFile(path))
        : await readFile(path, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === "ENOENT" ? "no such file" : `cannot be read (${code})`;
      throw new SceneError(`${fieldOf(scene, path)}: ${path}: ${why}`);
    }
  }
  return files;
}

/** The field that names a file. */
function fieldOf(scene: Scene, path: string): string {
  return namedFiles(scene).find(({ files }) => files.includes(path))!.field;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      throw new SceneError("no such file, nor a scene of the library (see 'tatter scenes')");
    }
    if (code === "EISDIR") throw new SceneError("this is a folder, expected a scene file");
    throw new SceneError(`cannot be read (${code})`);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown; // some editors put a mark at the start
  } catch (error) {
    // The engine quotes the text, line ends and all; ours is to be one line.
    throw new SceneError(`not JSON: ${(error as Error).message.replaceAll(/\s+/g, " ")}`);
  }
}
