import { grownCapacity, withSpare, type TypedArray } from "../math/grow.js";
import { MeshError } from "./mesh-error.js";
import type { EdgeSplit, TopologyEdit, VertexSplit } from "./topology-edit.js";

/** What of a mesh an attached array has its rows for. */
export type AttachedElement = "vertex" | "edge" | "triangle";

/**
 * What a new row holds once its edit is replayed:
 * - `copy`: the row of what it was split from; a vertex on an edge takes the row of the start of the edge;
 * - `between`, of vertices: the mean of its two origins by its place between them;
 * - `clear`: the fill.
 *
 * An edge across a divided triangle comes from nothing: it holds the fill.
 */
export type AttachedRule = "copy" | "between" | "clear";

export interface AttachedOptions<T extends TypedArray = Float64Array> {
  /** Numbers a row; 1 by default. */
  width?: number;
  /** What rows hold that nothing was written to: one number for all, or the numbers of a row; 0 by default. */
  fill?: number | readonly number[];
  /** `copy` by default. */
  rule?: AttachedRule;
  /**
   * Gets `values` at once, and again whenever a larger copy takes its place: for a field of its owner. Inner loops of several
   * classes read a field faster than a getter of their common base.
   */
  assign?(this: void, values: T): void;
}

/** The rows of one place of a mesh: every array that has them gets the same capacity. */
export class AttachedRows {
  capacity: number;
  readonly #arrays = new Set<{ fit(): void }>();

  /** @param count How many there are now. */
  constructor(count: number) {
    this.capacity = withSpare(count);
  }

  add(array: { fit(): void }): void {
    this.#arrays.add(array);
  }

  delete(array: { fit(): void }): void {
    this.#arrays.delete(array);
  }

  /** Makes room for so many. */
  grow(count: number): void {
    this.capacity = grownCapacity(this.capacity, count);
    for (const array of this.#arrays) array.fit();
  }
}

/**
 * An array of a mesh with one row a vertex, an edge or a triangle. The mesh makes it longer when it grows itself; what a new row
 * holds follows from the record of the edit, when its owner replays it. So several edits can be made before any is replayed.
 *
 * It stays with its mesh for good. What comes and goes while the mesh stays has to `detach`.
 *
 * @example
 * const colours = new Attached(mesh, "vertex", Float32Array, { width: 3, fill: 1, birth: "between" });
 * for (const edit of cutAlong(mesh, positions, line).edits) colours.replay(edit);
 */
export class Attached<T extends TypedArray = Float64Array> {
  /**
   * Row after row, with spare rows at the end. A larger copy takes its place when the mesh grows: read it anew after every edit
   * of the mesh.
   */
  values: T;
  readonly width: number;
  readonly #place: AttachedElement;
  readonly #rows: AttachedRows;
  readonly #type: new (length: number) => T;
  readonly #fill: number | readonly number[];
  readonly #birth: AttachedRule;
  readonly #assign: AttachedOptions<T>["assign"];

  constructor(
    mesh: { readonly rows: Readonly<Record<AttachedElement, AttachedRows>> },
    place: AttachedElement,
    type: new (length: number) => T,
    { width = 1, fill = 0, rule = "copy", assign }: AttachedOptions<T> = {},
  ) {
    if (rule === "between" && place !== "vertex") {
      throw new MeshError(
        `Attached: only vertices lie between others, and this is of each ${place}`,
      );
    }
    this.width = width;
    this.#place = place;
    this.#rows = mesh.rows[place];
    this.#type = type;
    this.#fill = fill;
    this.#birth = rule;
    this.#assign = assign;
    this.values = new type(0);
    this.fit();
    this.#rows.add(this);
  }

  /** Takes the capacity of the mesh. @internal */
  fit(): void {
    const before = this.values;
    this.values = new this.#type(this.width * this.#rows.capacity);
    this.values.set(before);
    this.#clear(before.length, this.values.length);
    this.#assign?.(this.values);
  }

  /** Does not follow the mesh any more. */
  detach(): void {
    this.#rows.delete(this);
  }

  /** Every row holds the fill again. */
  reset(): void {
    this.#clear(0, this.values.length);
  }

  /** Writes the rows that an edit has made. Edits are replayed in their order, each once. */
  replay(edit: TopologyEdit): void {
    if (this.#place === "vertex") {
      if (edit.type !== "separate-edge") this.#bearVertex(edit);
    } else if (this.#place === "edge") this.#bearEdges(edit);
    else if (edit.type === "split-edge") {
      const { triangles, newTriangles } = edit;
      for (let i = 0; i < triangles.length; i++) this.#bear(newTriangles[i]!, triangles[i]!);
    }
  }

  #bearVertex(edit: VertexSplit | EdgeSplit): void {
    const isCopy = edit.type === "split-vertex";
    const from = isCopy ? edit.vertex : edit.start;
    if (this.#birth !== "between") {
      this.#bear(edit.newVertex, from);
      return;
    }
    // Between the two, which are the same for a copy. Here and not in a function, to which t would be handed on the heap.
    const to = isCopy ? from : edit.end;
    const t = isCopy ? 0 : edit.t;
    const { values, width } = this;
    const row = width * edit.newVertex;
    for (let k = 0; k < width; k++) {
      const a = values[width * from + k]!;
      values[row + k] = a + t * (values[width * to + k]! - a);
    }
  }

  #bearEdges(edit: TopologyEdit): void {
    if (edit.type === "split-edge") {
      const { crossEdges } = edit;
      this.#bear(edit.newEdge, edit.edge);
      for (let i = 0; i < crossEdges.length; i++) this.#clearRow(crossEdges[i]!);
      return;
    }
    const { newEdges } = edit;
    for (let i = 0; i < newEdges.length; i++) {
      this.#bear(newEdges[i]!, edit.type === "split-vertex" ? edit.dividedEdges[i]! : edit.edge);
    }
  }

  /** Writes a new row that comes from another one. */
  #bear(row: number, from: number): void {
    if (this.#birth === "clear") {
      this.#clearRow(row);
      return;
    }
    const { values, width } = this;
    for (let k = 0; k < width; k++) values[width * row + k] = values[width * from + k]!;
  }

  #clearRow(row: number): void {
    const { values, width } = this;
    const fill = this.#fill;
    for (let k = 0; k < width; k++) {
      values[width * row + k] = typeof fill === "number" ? fill : fill[k]!;
    }
  }

  #clear(from: number, to: number): void {
    const fill = this.#fill;
    if (typeof fill === "number") this.values.fill(fill, from, to);
    else for (let i = from; i < to; i++) this.values[i] = fill[i % this.width]!;
  }
}
