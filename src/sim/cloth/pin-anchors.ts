import {
  Attached,
  originOf,
  type EdgeSplit,
  type TriangleMesh,
  type VertexSplit,
} from "../../mesh/index.js";

/** Which pin holds each particle, and where that particle belongs: one row a particle, so that edits cost O(1). */
export class PinAnchors {
  readonly #pins: Attached<Int32Array>;
  readonly #anchors: Attached;

  constructor(mesh: TriangleMesh) {
    this.#pins = new Attached(mesh, "vertex", Int32Array);
    this.#anchors = new Attached(mesh, "vertex", Float64Array, { width: 3, rule: "between" });
  }

  /** Number of the pin that holds each particle, from 1; 0: none. */
  get pins(): Int32Array {
    return this.#pins.values;
  }

  /** Where each held particle was when its pin took hold, m, three a particle. */
  get positions(): Float64Array {
    return this.#anchors.values;
  }

  take(particle: number, pin: number, from: Float64Array): void {
    this.pins[particle] = pin;
    for (let k = 0; k < 3; k++) this.positions[3 * particle + k] = from[3 * particle + k]!;
  }

  /** A new particle is held where one pin holds both that it came from. Which one, or 0. */
  replay(edit: VertexSplit | EdgeSplit): number {
    this.#anchors.replay(edit);
    const { from, to } = originOf(edit);
    const pin = this.pins[from] === this.pins[to] ? this.pins[from]! : 0;
    this.pins[edit.newVertex] = pin;
    return pin;
  }

  /** The latest particle is no more. */
  undo(particle: number): void {
    this.pins[particle] = 0;
  }
}
