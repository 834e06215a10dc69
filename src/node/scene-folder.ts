import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { SceneError, type NamedFile } from "../scene/index.js";
import { realPath } from "./real-path.js";

/** The folder of a scene, under which all lies that the scene may read. */
export class SceneFolder {
  readonly #folder: string;
  readonly #real: string;
  /** Where files really lie, by the paths that stand in the scene. */
  readonly #found = new Map<string, string>();

  private constructor(folder: string, real: string) {
    this.#folder = folder;
    this.#real = real;
  }

  static async of(folder: string): Promise<SceneFolder> {
    return new SceneFolder(resolve(folder), await realpath(folder));
  }

  /**
   * Finds out where a file really lies, by whatever links.
   *
   * @throws SceneError where that is outside, whether or not there is such a file.
   */
  async check(field: string, path: string): Promise<void> {
    const wanted = resolve(this.#folder, path);
    const real = await realPath(wanted);
    const way = relative(this.#real, real);
    if (way === "" || way === ".." || /^\.\.[/\\]/.test(way) || isAbsolute(way)) {
      throw new SceneError(
        `${field}: ${path}: lies outside the folder of the scene; move it there, or allow it with --allow-outside (allowOutside in code)`,
      );
    }
    this.#found.set(path, real);
  }

  /** The path of a file that was checked: what was looked at is what will be read. */
  pathOf({ path, files }: NamedFile): string {
    if (files.length === 1) return this.#found.get(path)!;
    // Of a pair each has the name of the other; where they lie apart, behind links, they are left as they are.
    const [first, second] = files.map((file) => withoutEnding(this.#found.get(file)!));
    return first === second ? `${first}.node` : resolve(this.#folder, path);
  }
}

function withoutEnding(path: string): string {
  return path.replace(/\.(node|ele)$/i, "");
}
