/** Triangles under a name: a group or an object of a file. */
export interface NamedTriangles {
  name: string;
  /** Triangle numbers, rising where a file was read. */
  triangles: number[];
}

/** Collects triangles under the names that hold at the time; a name that comes again goes on. */
export class NamedTrianglesCollector {
  /** In the order in which the file names them. */
  readonly lists: NamedTriangles[] = [];
  /** How long they are together. */
  count = 0;

  readonly #byName = new Map<string, NamedTriangles>();
  #current: NamedTriangles[] | null = null;
  readonly #defaultName: string | null;

  /** `defaultName` takes the triangles that stand under no name; null: nobody does. */
  constructor(defaultName: string | null) {
    this.#defaultName = defaultName;
  }

  /** The triangles to come stand under these names; under the default when there are none. */
  setNames(names: readonly string[]): void {
    this.#current = names.length === 0 ? null : [...new Set(names)].map((name) => this.#list(name));
  }

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
