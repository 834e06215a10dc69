import { librarySource, SCENES, type SceneSource } from "./scenes.js";

/** The scenes of the library, and those that people brought along, by their names. */
export class SceneList {
  readonly #own = new Map<string, SceneSource>();

  get names(): string[] {
    return [...SCENES.keys(), ...this.#own.keys()];
  }

  source(name: string): SceneSource {
    return this.#own.get(name) ?? librarySource(name);
  }

  /** Adds one, under a name that none of the library has; it takes the place of an own one of the same name. */
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
