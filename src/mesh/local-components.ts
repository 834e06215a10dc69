import type { TriangleMesh } from "./triangle-mesh.js";

/** Two vertices that were one before a split. */
export interface Split {
  a: number;
  b: number;
}

/** One of the searches of `findSplitOffParts`. */
interface Search {
  /** All vertices that it has found. */
  vertices: number[];
  /** Vertices to expand in breadth-first order, so that two sides meet as early as possible. */
  queue: number[];
  /** Number of expanded vertices of the queue. */
  done: number;
  /** Searches that it has to meet, because a split separated them; some may be merged into it already. */
  links: Search[];
  /** The search that it was merged into; null if it is active. */
  joined: Search | null;
  /**
   * True while it expands vertices. A search that has met all its links pauses, and resumes if another is merged into
   * it.
   */
  isRunning: boolean;
}

/**
 * Finds the parts of one piece that were split off: all except the largest or the one that was not searched completely.
 */
export function findSplitOffParts(mesh: TriangleMesh, splits: readonly Split[]): number[][] {
  const searchOf = new Map<number, Search>();
  const searches: Search[] = [];
  for (const { a, b } of splits) {
    const [one, other] = [startAt(a), startAt(b)];
    one.links.push(other);
    other.links.push(one);
  }
  const parts: number[][] = [];
  let running = [...searches];
  for (;;) {
    running = running.filter((search) => {
      search.isRunning = search.joined === null && hasOpenLinks(search);
      return search.isRunning;
    });
    if (running.length === 0) break;
    for (const search of running) {
      if (search.joined !== null) continue;
      if (search.done === search.queue.length) finishPart(search);
      else expand(search);
    }
  }
  // If every part was searched completely, the largest keeps the old number.
  const isOneUnfinished = searches.some(
    (search) => search.joined === null && search.done < search.queue.length,
  );
  if (!isOneUnfinished) {
    for (const search of searches) {
      if (search.joined === null && !parts.includes(search.vertices)) parts.push(search.vertices);
    }
    parts.splice(largest(parts), 1);
  }
  return parts;

  function startAt(vertex: number): Search {
    const known = searchOf.get(vertex);
    if (known !== undefined) return known;
    const search: Search = {
      vertices: [vertex],
      queue: [vertex],
      done: 0,
      links: [],
      joined: null,
      isRunning: true,
    };
    searchOf.set(vertex, search);
    searches.push(search);
    return search;
  }

  function expand(search: Search): void {
    let current = search;
    forEachNeighbor(mesh, search.queue[search.done++]!, (neighbor) => {
      const other = searchOf.get(neighbor);
      if (other === undefined) {
        searchOf.set(neighbor, current);
        current.vertices.push(neighbor);
        current.queue.push(neighbor);
      } else if (representative(other) !== current) {
        current = join(current, representative(other));
      }
    });
    if (current.isRunning) return;
    current.isRunning = true;
    running.push(current);
  }

  /** Completes a part. The searches that it connected now have to check whether they are connected without it. */
  function finishPart(search: Search): void {
    parts.push(search.vertices);
    const neighbors = [...new Set(search.links.map(representative))].filter(
      (other) => other !== search,
    );
    search.links = [];
    for (const other of neighbors) {
      other.links = other.links.filter((link) => representative(link) !== search);
    }
    for (let i = 1; i < neighbors.length; i++) {
      neighbors[i - 1]!.links.push(neighbors[i]!);
      neighbors[i]!.links.push(neighbors[i - 1]!);
    }
  }
}

/** True if a search still has to meet one that it was split from. */
function hasOpenLinks(search: Search): boolean {
  while (search.links.length > 0) {
    if (representative(search.links.at(-1)!) !== search) return true;
    search.links.pop();
  }
  return false;
}

function representative(search: Search): Search {
  let found = search;
  while (found.joined !== null) found = found.joined;
  return found;
}

/** Merges the smaller of two searches into the larger. */
function join(a: Search, b: Search): Search {
  const [large, small] = a.vertices.length >= b.vertices.length ? [a, b] : [b, a];
  small.joined = large;
  for (const vertex of small.vertices) large.vertices.push(vertex);
  for (let i = small.done; i < small.queue.length; i++) large.queue.push(small.queue[i]!);
  for (const link of small.links) large.links.push(link);
  return large;
}

function largest(parts: readonly number[][]): number {
  let best = 0;
  for (let i = 1; i < parts.length; i++) if (parts[i]!.length >= parts[best]!.length) best = i;
  return best;
}

/** Visits the other two corners of every triangle at a vertex; some are visited twice. */
export function forEachNeighbor(
  mesh: TriangleMesh,
  vertex: number,
  visit: (neighbor: number) => void,
): void {
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    visit(mesh.endOf(h));
    visit(mesh.halfedgeVertices[mesh.previous(h)]!);
  }
}
