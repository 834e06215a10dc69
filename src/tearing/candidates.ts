import { withRoom } from "../math/grow.js";

/**
 * Where the cloth is over its limit: an edge (then `vertices` has −1) or a vertex (then `edges` has −1), each with its
 * severity, 1 at the limit and 2 at twice the load, and the unit axis of the pull.
 */
export class Candidates {
  count = 0;
  edges = new Int32Array(64);
  vertices = new Int32Array(64);
  severities = new Float64Array(64);
  /** Three coordinates a candidate; for an edge from its start to its end. */
  axes = new Float64Array(3 * 64);
  /** The part of a substep after which each reaches its limit; only those who tear at exact times write it. */
  fractions = new Float64Array(64);
  /** The candidates in the order in which they tear; `order` writes it. */
  sequence = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  add(edge: number, vertex: number, severity: number, axis: ArrayLike<number>): void {
    this.edges = withRoom(this.edges, this.count + 1);
    this.vertices = withRoom(this.vertices, this.count + 1);
    this.severities = withRoom(this.severities, this.count + 1);
    this.axes = withRoom(this.axes, 3 * (this.count + 1));
    this.fractions = withRoom(this.fractions, this.count + 1);
    this.sequence = withRoom(this.sequence, this.count + 1);
    const i = this.count++;
    this.edges[i] = edge;
    this.vertices[i] = vertex;
    this.severities[i] = severity;
    for (let k = 0; k < 3; k++) this.axes[3 * i + k] = axis[k]!;
    this.sequence[i] = i;
  }

  /** Keeps those for which a test holds, in their order. */
  keep(test: (candidate: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (!test(i)) continue;
      this.edges[kept] = this.edges[i]!;
      this.vertices[kept] = this.vertices[i]!;
      this.severities[kept] = this.severities[i]!;
      this.fractions[kept] = this.fractions[i]!;
      this.axes.copyWithin(3 * kept, 3 * i, 3 * i + 3);
      kept++;
    }
    this.count = kept;
  }
}
