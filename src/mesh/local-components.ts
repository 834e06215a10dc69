import type { TriangleMesh } from "./triangle-mesh.js";

/** Two vertices that were one. */
export interface Split {
  a: number;
  b: number;
}

/** One of the searches of `partsAround`. */
interface Search {
  /** All that it has found. */
  vertices: number[];
  /** Whose neighbours to look at, nearest first, so that two sides meet as early as can be … */
  queue: number[];
  /** … and how many of these are done. */
  done: number;
  /** Searches that it has to meet, because they were joined by a split; some may have joined it meanwhile. */
  links: Search[];
  /** The search that it met and goes on in. */
  joined: Search | null;
  /** Whether it takes its turns. One that has met all it had to rests, and wakes up when another joins it. */
  isRunning: boolean;
}

/** The parts of one piece that came off, all but the largest or one that was not searched to its end. */
export function partsAround(mesh: TriangleMesh, splits: readonly Split[]): number[][] {
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
      search.isRunning = search.joined === null && isWanted(search);
      return search.isRunning;
    });
    if (running.length === 0) break;
    for (const search of running) {
      if (search.joined !== null) continue;
      if (search.done === search.queue.length) cameOff(search);
      else lookRound(search);
    }
  }
  // When every part was searched to its end, the largest keeps the old number.
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

  function lookRound(search: Search): void {
    let own = search;
    forEachNeighbour(mesh, search.queue[search.done++]!, (neighbour) => {
      const other = searchOf.get(neighbour);
      if (other === undefined) {
        searchOf.set(neighbour, own);
        own.vertices.push(neighbour);
        own.queue.push(neighbour);
      } else if (goingOn(other) !== own) {
        own = join(own, goingOn(other));
      }
    });
    if (own.isRunning) return;
    own.isRunning = true;
    running.push(own);
  }

  /** A part is complete. What it held together has to find out now whether it hangs together without it. */
  function cameOff(search: Search): void {
    parts.push(search.vertices);
    const neighbours = [...new Set(search.links.map(goingOn))].filter((other) => other !== search);
    search.links = [];
    for (const other of neighbours) {
      other.links = other.links.filter((link) => goingOn(link) !== search);
    }
    for (let i = 1; i < neighbours.length; i++) {
      neighbours[i - 1]!.links.push(neighbours[i]!);
      neighbours[i]!.links.push(neighbours[i - 1]!);
    }
  }
}

/** Whether a search has still to find one that it was split from. */
function isWanted(search: Search): boolean {
  while (search.links.length > 0) {
    if (goingOn(search.links.at(-1)!) !== search) return true;
    search.links.pop();
  }
  return false;
}

function goingOn(search: Search): Search {
  let found = search;
  while (found.joined !== null) found = found.joined;
  return found;
}

/** The larger of two searches takes the smaller one in. */
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

/** The other two corners of every triangle at a vertex; some come twice. */
export function forEachNeighbour(
  mesh: TriangleMesh,
  vertex: number,
  visit: (neighbour: number) => void,
): void {
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    visit(mesh.endOf(h));
    visit(mesh.halfedgeVertices[mesh.previous(h)]!);
  }
}
