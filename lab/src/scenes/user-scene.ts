import {
  checkScene,
  migrateScene,
  namedFiles,
  SceneError,
  type Scene,
  type SceneInput,
} from "tatter/scene";
import { libraryFile } from "./library-files.js";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import { MAX_TRIANGLES, tooFine } from "./user-mesh.js";
import type { SceneSource } from "./scenes.js";

/** A file that was dropped together with a scene. */
export interface Companion {
  /** Includes folders, if they are known. */
  path: string;
  read: () => Promise<Uint8Array>;
}

/**
 * Reads a scene from JSON, with the files that it refers to: those that were dropped with it, else those of the
 * library.
 *
 * @throws UserFileError
 */
export async function sceneOfJson(
  name: string,
  text: string,
  companions: readonly Companion[],
): Promise<SceneSource> {
  const input = migrateScene(parsed(name, text));
  const scene = checked(name, input);
  const files: Record<string, string | Uint8Array> = {};
  for (const { field, files: paths, isPicture } of namedFiles(scene)) {
    for (const path of paths) {
      const file = await find(path, isPicture, companions);
      if (file === null) {
        throw new UserFileError(
          `${name} needs the file ${path} (${field}). Drop it together with the scene.`,
        );
      }
      files[path] = file;
    }
  }
  for (const { mesh } of scene.cloths) {
    const triangles = trianglesOf(mesh, files);
    if (triangles > MAX_TRIANGLES) throw new UserFileError(tooFine(name, triangles));
  }
  return { name: scene.name, scene: input as SceneInput, files };
}

function parsed(name: string, text: string): unknown {
  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UserFileError(
      `${name} is not valid JSON: ${errorText(error)} Fix it and drop it again.`,
    );
  }
  if (typeof input !== "object" || input === null || !("cloths" in input)) {
    throw new UserFileError(
      `${name} is not a scene: it has no "cloths". The format is described in docs/scene.md.`,
    );
  }
  return input;
}

function checked(name: string, input: unknown): Scene {
  try {
    return checkScene(input);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    throw new UserFileError(`${name}: ${errorText(error)} Fix it and drop the file again.`);
  }
}

async function find(
  path: string,
  isPicture: boolean,
  companions: readonly Companion[],
): Promise<string | Uint8Array | null> {
  const requested = path.toLowerCase().replaceAll("\\", "/");
  const here =
    companions.find((file) => `/${file.path.toLowerCase()}`.endsWith(`/${requested}`)) ??
    companions.find((file) => base(file.path.toLowerCase()) === base(requested));
  if (here === undefined) return libraryFile(path);
  const bytes = await here.read();
  return isPicture ? bytes : new TextDecoder().decode(bytes);
}

function base(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns a lower bound of the number of triangles. */
function trianglesOf(
  mesh: Scene["cloths"][number]["mesh"],
  files: Readonly<Record<string, string | Uint8Array>>,
): number {
  if (mesh.type === "grid" || mesh.type === "tube") return 2 * mesh.segments[0] * mesh.segments[1];
  if (mesh.type === "disc") return 6 * mesh.rings ** 2;
  if (mesh.type !== "file") return 0;
  const text = files[mesh.path];
  return typeof text === "string" ? (text.match(/^\s*f\s/gm)?.length ?? 0) : 0;
}
