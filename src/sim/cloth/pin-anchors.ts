import {
  Attached,
  originOf,
  type EdgeSplit,
  type TriangleMesh,
  type VertexSplit,
} from "../../mesh/index.js";

/** The pin that holds each particle, and its anchor: one row per particle, so that edits cost O(1). */
export class PinAnchors {
  readonly #pins: Attached<Int32Array>;
  readonly #anchors: Attached;

  constructor(mesh: TriangleMesh) {
    this.#pins = new Attached(mesh, "vertex", Int32Array);
    this.#anchors = new Attached(mesh, "vertex", Float64Array, { width: 3, rule: "between" });
  }

  /** Number of the pin of each particle, from 1; 0: none. */
  get pins(): Int32Array {
    return this.#pins.values;
  }

  /** Position of each pinned particle when it was pinned, m, three numbers per particle. */
  get positions(): Float64Array {
    return this.#anchors.values;
  }

  /** Assigns a particle to a pin, with its current position as anchor. */
  take(particle: number, pin: number, from: Float64Array): void {
    this.pins[particle] = pin;
    for (let k = 0; k < 3; k++) this.positions[3 * particle + k] = from[3 * particle + k]!;
  }

  /**
   * Follows an edit. A new particle belongs to a pin if both particles that it comes from do.
   *
   * @returns The number of that pin, or 0.
   */
  replay(edit: VertexSplit | EdgeSplit): number {
    this.#anchors.replay(edit);
    const { from, to } = originOf(edit);
    const pin = this.pins[from] === this.pins[to] ? this.pins[from]! : 0;
    this.pins[edit.newVertex] = pin;
    return pin;
  }

  /** Follows an undone edit: the latest particle no longer exists. */
  undo(particle: number): void {
    this.pins[particle] = 0;
  }
}
