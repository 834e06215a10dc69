import { grown, grownCapacity } from "../math/grow.js";

/** The edges over the limit, each with its severity: 1 at the limit, 2 at twice the limit. */
export class Candidates {
  count = 0;
  edges = new Int32Array(64);
  severities = new Float64Array(64);

  clear(): void {
    this.count = 0;
  }

  add(edge: number, severity: number): void {
    const capacity = grownCapacity(this.edges.length, this.count + 1);
    this.edges = grown(this.edges, capacity);
    this.severities = grown(this.severities, capacity);
    this.edges[this.count] = edge;
    this.severities[this.count] = severity;
    this.count++;
  }
}
