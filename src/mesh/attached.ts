import { grownCapacity, withSpare, type TypedArray } from "../math/grow.js";
import { MeshError } from "./mesh-error.js";
import type { EdgeSplit, TopologyEdit, VertexSplit } from "./topology-edit.js";

/** The mesh elements that the rows of an attached array belong to. */
export type AttachedElement = "vertex" | "edge" | "triangle";

/**
 * The value of a new row after its edit is replayed:
 * - `copy`: the row of the element it was split from; a vertex on an edge gets the row of the edge's start.
 * - `between`, for vertices only: linear interpolation between its two origins.
 * - `clear`: the fill value.
 *
 * A new edge across a divided triangle has no origin: it gets the fill value.
 */
export type AttachedRule = "copy" | "between" | "clear";

/** Options of an `Attached` array. */
export interface AttachedOptions<T extends TypedArray = Float64Array> {
  /** Numbers per row; default 1. */
  width?: number;
  /** Initial value of rows: one number for all, or the numbers of a row; default 0. */
  fill?: number | readonly number[];
  /** Value of new rows; default `copy`. */
  rule?: AttachedRule;
  /**
   * Receives `values` now, and again whenever a larger copy replaces it, to store it in a field of the owner. Inner
   * loops of several classes read a field faster than a getter of a common base class.
   */
  assign?(this: void, values: T): void;
}

/** The rows of one element type of a mesh: all its arrays have the same capacity. */
export class AttachedRows {
  capacity: number;
  readonly #arrays = new Set<{ fit(): void }>();

  /** @param count Current number of elements. */
  constructor(count: number) {
    this.capacity = withSpare(count);
  }

  /** Registers an array. */
  add(array: { fit(): void }): void {
    this.#arrays.add(array);
  }

  /** Unregisters an array. */
  delete(array: { fit(): void }): void {
    this.#arrays.delete(array);
  }

  /** Grows all arrays for at least `count` elements. */
  grow(count: number): void {
    this.capacity = grownCapacity(this.capacity, count);
    for (const array of this.#arrays) array.fit();
  }
}

/**
 * An array with one row per vertex, edge or triangle of a mesh. It grows with the mesh. The values of new rows are
 * written when the owner replays the edit, so several edits can be made before one is replayed.
 *
 * It stays registered with its mesh. Call `detach` if it is not needed any more while the mesh lives on.
 *
 * @example
 * const colors = new Attached(mesh, "vertex", Float32Array, { width: 3, fill: 1, rule: "between" });
 * for (const edit of cutAlong(mesh, positions, line).edits) colors.replay(edit);
 */
export class Attached<T extends TypedArray = Float64Array> {
  /**
   * Row after row, with spare rows at the end. A larger copy replaces it when the mesh grows: read it again after every
   * edit of the mesh.
   */
  values: T;
  /** Numbers per row. */
  readonly width: number;
  readonly #element: AttachedElement;
  readonly #rows: AttachedRows;
  readonly #type: new (length: number) => T;
  readonly #fill: number | readonly number[];
  readonly #rule: AttachedRule;
  readonly #assign: AttachedOptions<T>["assign"];

  constructor(
    mesh: { readonly rows: Readonly<Record<AttachedElement, AttachedRows>> },
    element: AttachedElement,
    type: new (length: number) => T,
    { width = 1, fill = 0, rule = "copy", assign }: AttachedOptions<T> = {},
  ) {
    if (rule === "between" && element !== "vertex") {
      throw new MeshError(
        `Attached: rule: expected "copy" or "clear" for each ${element}, got "between", which is for vertices`,
      );
    }
    this.width = width;
    this.#element = element;
    this.#rows = mesh.rows[element];
    this.#type = type;
    this.#fill = fill;
    this.#rule = rule;
    this.#assign = assign;
    this.values = new type(0);
    this.fit();
    this.#rows.add(this);
  }

  /**
   * Grows to the capacity of the mesh.
   *
   * @internal
   */
  fit(): void {
    const before = this.values;
    this.values = new this.#type(this.width * this.#rows.capacity);
    this.values.set(before);
    this.#clear(before.length, this.values.length);
    this.#assign?.(this.values);
  }

  /** Stops following the mesh. */
  detach(): void {
    this.#rows.delete(this);
  }

  /** Sets every row to the fill value. */
  reset(): void {
    this.#clear(0, this.values.length);
  }

  /** Writes the new rows of an edit. Edits are replayed in order, each once. */
  replay(edit: TopologyEdit): void {
    if (this.#element === "vertex") {
      if (edit.type !== "separate-edge") this.#writeVertexRow(edit);
    } else if (this.#element === "edge") this.#writeEdgeRows(edit);
    else if (edit.type === "split-edge") {
      const { triangles, newTriangles } = edit;
      for (let i = 0; i < triangles.length; i++) this.#writeRow(newTriangles[i]!, triangles[i]!);
    }
  }

  #writeVertexRow(edit: VertexSplit | EdgeSplit): void {
    const isCopy = edit.type === "split-vertex";
    const from = isCopy ? edit.vertex : edit.start;
    if (this.#rule !== "between") {
      this.#writeRow(edit.newVertex, from);
      return;
    }
    // Interpolation between both origins, which are the same for a copy. Inlined, because passing t to a function would
    // box it.
    const to = isCopy ? from : edit.end;
    const t = isCopy ? 0 : edit.t;
    const { values, width } = this;
    const row = width * edit.newVertex;
    for (let k = 0; k < width; k++) {
      const a = values[width * from + k]!;
      values[row + k] = a + t * (values[width * to + k]! - a);
    }
  }

  #writeEdgeRows(edit: TopologyEdit): void {
    if (edit.type === "split-edge") {
      const { crossEdges } = edit;
      this.#writeRow(edit.newEdge, edit.edge);
      for (let i = 0; i < crossEdges.length; i++) this.#clearRow(crossEdges[i]!);
      return;
    }
    const { newEdges } = edit;
    for (let i = 0; i < newEdges.length; i++) {
      this.#writeRow(
        newEdges[i]!,
        edit.type === "split-vertex" ? edit.dividedEdges[i]! : edit.edge,
      );
    }
  }

  /** Writes a new row from its origin. */
  #writeRow(row: number, from: number): void {
    if (this.#rule === "clear") {
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
