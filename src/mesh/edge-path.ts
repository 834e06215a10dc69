import type { TriangleMesh } from "./triangle-mesh.js";

/** Edges in the order along their path. */
export interface EdgePath {
  edges: number[];
  /** Number of disconnected paths; `edges` contains only the first. */
  count: number;
  /** A vertex at which more than two of the edges meet, −1 for none. If there is one, `edges` is incomplete. */
  branch: number;
}

/**
 * Orders edges from one end of their path to the other.
 *
 * @param before Compares two vertices: the path starts at the first of its ends, or on a closed path at the first
 *   vertex.
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
  const visited = new Set<number>();
  const follow = (from: number): number[] => {
    const path: number[] = [];
    let vertex = from;
    for (;;) {
      const next = edgesAt.get(vertex)!.find((edge) => !visited.has(edge));
      if (next === undefined) return path;
      visited.add(next);
      path.push(next);
      vertex = mesh.otherEnd(next, vertex);
    }
  };
  let first: number[] = [];
  let count = 0;
  while (visited.size < edges.length) {
    const open = vertices.filter((vertex) =>
      edgesAt.get(vertex)!.some((edge) => !visited.has(edge)),
    );
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
