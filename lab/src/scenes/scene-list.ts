import { librarySource, SCENES, type SceneSource } from "./scenes.js";

/** The scenes of the library and of the user, by name. */
export class SceneList {
  readonly #own = new Map<string, SceneSource>();

  get names(): string[] {
    return [...SCENES.keys(), ...this.#own.keys()];
  }

  source(name: string): SceneSource {
    return this.#own.get(name) ?? librarySource(name);
  }

  /** Adds a user scene. It replaces a user scene with the same name. A name of the library gets a suffix. */
  add(source: SceneSource): SceneSource {
    if (SCENES.get(source.name) === source.scene) return source;
    const name = SCENES.has(source.name) ? `${source.name} (own)` : source.name;
    const own = { ...source, name };
    this.#own.set(name, own);
    return own;
  }

  remove(name: string): void {
    this.#own.delete(name);
  }
}
