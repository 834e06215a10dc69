/** A named list of triangles: a group or an object of a file. */
export interface NamedTriangles {
  name: string;
  /** Triangle indices; increasing if they come from a file. */
  triangles: number[];
}

/** Collects triangles under the current names. A name can be used again. */
export class NamedTrianglesCollector {
  /** In the order of the file. */
  readonly lists: NamedTriangles[] = [];
  /** Total number of entries. */
  count = 0;

  readonly #byName = new Map<string, NamedTriangles>();
  #current: NamedTriangles[] | null = null;
  readonly #defaultName: string | null;

  /** @param defaultName Name of the list for triangles without a name; null for none. */
  constructor(defaultName: string | null) {
    this.#defaultName = defaultName;
  }

  /** Sets the names for the following triangles; an empty list means the default. */
  setNames(names: readonly string[]): void {
    this.#current = names.length === 0 ? null : [...new Set(names)].map((name) => this.#list(name));
  }

  /** Adds a triangle under the current names. */
  add(triangle: number): void {
    if (this.#current === null) {
      this.#current = this.#defaultName === null ? [] : [this.#list(this.#defaultName)];
    }
    for (const list of this.#current) list.triangles.push(triangle);
    this.count += this.#current.length;
  }

  #list(name: string): NamedTriangles {
    let list = this.#byName.get(name);
    if (list === undefined) {
      list = { name, triangles: [] };
      this.#byName.set(name, list);
      this.lists.push(list);
    }
    return list;
  }
}
