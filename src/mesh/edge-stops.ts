import type { EdgeSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A crossing of a line and an edge: at `t` from `edgeStart` to `edgeEnd`. */
export interface Crossing {
  edge: number;
  t: number;
}

/** A vertex on a split edge, at `t` from the start of the original edge. */
interface Stop {
  t: number;
  vertex: number;
}

/**
 * The vertices that splits have added on edges. They map places on original edges to the parts of the edges.
 *
 *     start ──────●───────●── end       stops of the edge: 0, 0.5, 0.8, 1
 */
export class EdgeStops {
  readonly #stops = new Map<number, Stop[]>();
  /** The original edge of each part. */
  readonly #originals = new Map<number, number>();

  /** Records the split of an edge. */
  add({ edge, start, end, t, newVertex, newEdge }: EdgeSplit): void {
    const original = this.#originals.get(edge) ?? edge;
    this.#originals.set(newEdge, original);
    let stops = this.#stops.get(original);
    if (stops === undefined) {
      stops = [
        { t: 0, vertex: start },
        { t: 1, vertex: end },
      ];
      this.#stops.set(original, stops);
    }
    const [i, j] = [start, end].map((v) => stops.findIndex(({ vertex }) => vertex === v)) as [
      number,
      number,
    ];
    const [from, to] = [stops[i]!.t, stops[j]!.t];
    stops.splice(Math.max(i, j), 0, { t: from + t * (to - from), vertex: newVertex });
  }

  /** Converts a crossing of an original edge to a crossing of one of its parts. */
  find(mesh: TriangleMesh, { edge, t }: Crossing): Crossing {
    const stops = this.#stops.get(edge);
    if (stops === undefined) return { edge, t };
    let i = 1;
    while (i < stops.length - 1 && stops[i]!.t < t) i++;
    const [from, to] = [stops[i - 1]!, stops[i]!];
    const part = mesh.findEdge(from.vertex, to.vertex);
    const along = Math.max(0, Math.min(1, (t - from.t) / (to.t - from.t)));
    return { edge: part, t: mesh.edgeStart(part) === from.vertex ? along : 1 - along };
  }
}
