import type { TriangleMesh } from "./triangle-mesh.js";

/** Some edges in the order in which one meets them on the way along them. */
export interface EdgePath {
  edges: number[];
  /** How many paths there are that do not hang together; `edges` is the first of them alone. */
  count: number;
  /** A vertex in which more than two of the edges meet, −1 for none; then `edges` is only a part of them. */
  branch: number;
}

/**
 * Puts edges in a row, from an end of their path to its other end.
 *
 * @param before Which of two vertices the path should rather begin in: the first that is an end, or on a closed path just the first.
 */
export function edgePath(
  mesh: TriangleMesh,
  edges: readonly number[],
  before: (a: number, b: number) => boolean = (a, b) => a < b,
): EdgePath {
  const edgesAt = new Map<number, number[]>();
  for (const edge of edges) {
    for (const vertex of [mesh.edgeStart(edge), mesh.edgeEnd(edge)]) {
      edgesAt.set(vertex, [...(edgesAt.get(vertex) ?? []), edge]);
    }
  }
  const vertices = [...edgesAt.keys()];
  const branch = vertices.find((vertex) => edgesAt.get(vertex)!.length > 2) ?? -1;
  const taken = new Set<number>();
  const follow = (from: number): number[] => {
    const path: number[] = [];
    let vertex = from;
    for (;;) {
      const next = edgesAt.get(vertex)!.find((edge) => !taken.has(edge));
      if (next === undefined) return path;
      taken.add(next);
      path.push(next);
      vertex = mesh.otherEnd(next, vertex);
    }
  };
  let first: number[] = [];
  let count = 0;
  while (taken.size < edges.length) {
    const open = vertices.filter((vertex) => edgesAt.get(vertex)!.some((edge) => !taken.has(edge)));
    const ends = open.filter((vertex) => edgesAt.get(vertex)!.length === 1);
    const start = firstOf(ends.length > 0 ? ends : open, before);
    const path = follow(start);
    if (count++ === 0) first = path;
  }
  return { edges: first, count, branch };
}

function firstOf(vertices: readonly number[], before: (a: number, b: number) => boolean): number {
  return vertices.reduce((best, vertex) => (before(vertex, best) ? vertex : best));
}
