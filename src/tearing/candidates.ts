import { ensureCapacity } from "../math/grow.js";

/**
 * Places where the load is over the limit: an edge (then `vertices` is −1) or a vertex (then `edges` is −1). Each has a
 * severity, which is the load over the limit (1 at the limit, 2 at twice the load), and the unit axis of the pull.
 */
export class Candidates {
  count = 0;
  edges = new Int32Array(64);
  vertices = new Int32Array(64);
  severities = new Float64Array(64);
  /** Three coordinates per candidate. For an edge, from its start to its end. */
  axes = new Float64Array(3 * 64);
  /**
   * Fraction of a substep after which each candidate reaches its limit. Written only by callers that tear at exact
   * times.
   */
  fractions = new Float64Array(64);
  /** The candidates in tearing order, written by `order`. */
  sequence = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  add(edge: number, vertex: number, severity: number, axis: ArrayLike<number>): void {
    this.edges = ensureCapacity(this.edges, this.count + 1);
    this.vertices = ensureCapacity(this.vertices, this.count + 1);
    this.severities = ensureCapacity(this.severities, this.count + 1);
    this.axes = ensureCapacity(this.axes, 3 * (this.count + 1));
    this.fractions = ensureCapacity(this.fractions, this.count + 1);
    this.sequence = ensureCapacity(this.sequence, this.count + 1);
    const i = this.count++;
    this.edges[i] = edge;
    this.vertices[i] = vertex;
    this.severities[i] = severity;
    for (let k = 0; k < 3; k++) this.axes[3 * i + k] = axis[k]!;
    this.sequence[i] = i;
  }

  /** Keeps the candidates that pass a test, in their order. */
  keep(test: (candidate: number) => boolean): void {
    let count = 0;
    for (let i = 0; i < this.count; i++) {
      if (!test(i)) continue;
      this.edges[count] = this.edges[i]!;
      this.vertices[count] = this.vertices[i]!;
      this.severities[count] = this.severities[i]!;
      this.fractions[count] = this.fractions[i]!;
      this.axes.copyWithin(3 * count, 3 * i, 3 * i + 3);
      count++;
    }
    this.count = count;
  }
}
