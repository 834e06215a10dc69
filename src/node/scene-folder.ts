import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { SceneError, type NamedFile } from "../scene/index.js";
import { realPath } from "./real-path.js";

/** The folder of a scene. A scene may read only files inside it. */
export class SceneFolder {
  readonly #folder: string;
  readonly #real: string;
  /** Real paths of files, by their paths in the scene. */
  readonly #found = new Map<string, string>();

  private constructor(folder: string, real: string) {
    this.#folder = folder;
    this.#real = real;
  }

  static async of(folder: string): Promise<SceneFolder> {
    return new SceneFolder(resolve(folder), await realpath(folder));
  }

  /**
   * Resolves all links of a path.
   *
   * @throws SceneError if the file is outside of the folder, even if it does not exist.
   */
  async check(field: string, path: string): Promise<void> {
    const given = resolve(this.#folder, path);
    const real = await realPath(given);
    const inside = relative(this.#real, real);
    if (inside === "" || inside === ".." || /^\.\.[/\\]/.test(inside) || isAbsolute(inside)) {
      throw new SceneError(
        `${field}: ${path}: expected a file inside the folder of the scene; move it there, or use --allow-outside (allowOutside in code)`,
      );
    }
    this.#found.set(path, real);
  }

  /** The real path of a checked file, so that exactly this file is read. */
  pathOf({ path, files }: NamedFile): string {
    if (files.length === 1) return this.#found.get(path)!;
    // The files of a pair have the same name. If links put them into different places, the path stays as it is.
    const [first, second] = files.map((file) => withoutExtension(this.#found.get(file)!));
    return first === second ? `${first}.node` : resolve(this.#folder, path);
  }
}

function withoutExtension(path: string): string {
  return path.replace(/\.(node|ele)$/i, "");
}
