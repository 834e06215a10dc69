import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkScene, SceneError, setField, type Scene } from "../scene/index.js";
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
    return checkScene(input);
  } catch (error) {
    if (error instanceof SceneError) throw new SceneError(`${nameOrPath}: ${error.message}`);
    throw error;
  }
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
