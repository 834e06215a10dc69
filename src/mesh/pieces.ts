import { grown, grownCapacity, withSpare } from "../math/grow.js";
import { MeshError } from "./mesh-error.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A part that has come off. */
export interface SplitOffPiece {
  /** Its number. */
  piece: number;
  /** The piece that it came from. */
  from: number;
  /** Its vertices. */
  vertices: number[];
}

/**
 * Which parts of a mesh hang together. Parts that still share a single vertex are one piece; a vertex without
 * triangles belongs to none.
 *
 * It follows the mesh by its edits and looks at them only when it is asked. Then two searches start from the two
 * sides of every split, all of them in turn, one vertex each: searches that meet go on as one, a search that finds
 * no more vertices has found a part that came off, and nobody searches on who has found the other side of all its
 * splits. So a part that comes off costs by its own size and not by that of the piece it leaves; a tear that frees
 * nothing is noticed where the two sides meet round its tip, wherever else the mesh is torn.
 */
export class Pieces {
  readonly #mesh: TriangleMesh;
  /** Label of each vertex; labels that have grown together again name one another in `#mergedInto`. */
  #labels: Int32Array;
  /** For each label the one it was merged into, itself for a piece that stands. */
  #mergedInto: number[] = [];
  #count = 0;
  /** The splits since the last look, where the mesh may have come apart. */
  #splits: Split[] = [];
  /** How many edits of the mesh it has followed. */
  #editCount: number;

  /** Labels the whole mesh: O(its size), once. */
  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#editCount = mesh.editCount;
    this.#labels = new Int32Array(withSpare(mesh.vertexCount)).fill(-1);
    const open: number[] = [];
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
      if (this.#labels[vertex] !== -1 || mesh.vertexHalfedges[vertex] === -1) continue;
      const label = this.#addLabel();
      this.#labels[vertex] = label;
      open.push(vertex);
      for (let v = open.pop(); v !== undefined; v = open.pop()) {
        forEachNeighbour(mesh, v, (w) => {
          if (this.#labels[w] !== -1) return;
          this.#labels[w] = label;
          open.push(w);
        });
      }
    }
  }

  /** How many pieces there are. */
  get count(): number {
    this.update();
    return this.#count;
  }

  /** The piece of a vertex, −1 for a vertex without triangles. Numbers of pieces are not in a row. */
  pieceOf(vertex: number): number {
    this.update();
    return this.#standing(this.#labels[vertex]!);
  }

  /** Follows an edit that the mesh has made already, and maybe others after it. */
  replay(edit: TopologyEdit): void {
    this.#editCount = edit.serial + 1;
    if (edit.type === "separate-edge") return; // its ends are still joined
    const { newVertex } = edit;
    this.#labels = grown(this.#labels, grownCapacity(this.#labels.length, newVertex + 1));
    if (edit.type === "split-edge") {
      this.#labels[newVertex] = this.#labels[edit.start]!;
      return;
    }
    this.#labels[newVertex] = this.#labels[edit.vertex]!;
    this.#splits.push({ a: edit.vertex, b: newVertex });
  }

  /** Follows an edit that the mesh has undone already. */
  undo(edit: TopologyEdit): void {
    this.#editCount = edit.serial;
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    if (this.#splits.at(-1)?.b === newVertex) this.#splits.pop(); // nobody has looked yet
    if (edit.type === "split-vertex") {
      const a = this.#standing(this.#labels[edit.vertex]!);
      const b = this.#standing(this.#labels[newVertex]!);
      if (a !== b) {
        this.#mergedInto[Math.max(a, b)] = Math.min(a, b);
        this.#count--;
      }
    }
    this.#labels[newVertex] = -1;
  }

  /**
   * Looks at what was split since the last look. Returns the parts that came off, the smaller ones of each piece.
   *
   * @throws MeshError when the mesh has made edits, or undone some, that were not told.
   */
  update(): SplitOffPiece[] {
    if (this.#editCount !== this.#mesh.editCount) {
      throw new MeshError(
        `Pieces: the mesh is at edit ${this.#mesh.editCount}, but only ${this.#editCount} were replayed`,
      );
    }
    const splitsOfPiece = new Map<number, Split[]>();
    for (const split of this.#splits) {
      const piece = this.#standing(this.#labels[split.a]!);
      const known = splitsOfPiece.get(piece);
      if (known === undefined) splitsOfPiece.set(piece, [split]);
      else known.push(split);
    }
    this.#splits = [];
    const found: SplitOffPiece[] = [];
    for (const [from, splits] of splitsOfPiece) {
      for (const part of partsAround(this.#mesh, splits)) {
        const piece = this.#addLabel();
        for (const vertex of part) this.#labels[vertex] = piece;
        found.push({ piece, from, vertices: part });
      }
    }
    return found;
  }

  #addLabel(): number {
    const label = this.#mergedInto.length;
    this.#mergedInto.push(label);
    this.#count++;
    return label;
  }

  #standing(label: number): number {
    let standing = label;
    while (standing !== -1 && this.#mergedInto[standing] !== standing) {
      standing = this.#mergedInto[standing]!;
    }
    return standing;
  }
}

/** Two vertices that were one. */
interface Split {
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
}

/** The parts of one piece that came off, all but the largest or one that was not searched to its end. */
function partsAround(mesh: TriangleMesh, splits: readonly Split[]): number[][] {
  const searchOf = new Map<number, Search>();
  const searches: Search[] = [];
  for (const { a, b } of splits) {
    const [one, other] = [startAt(a), startAt(b)];
    one.links.push(other);
    other.links.push(one);
  }
  const parts: number[][] = [];
  let running = searches;
  for (;;) {
    running = running.filter((search) => search.joined === null && isWanted(search));
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
function forEachNeighbour(
  mesh: TriangleMesh,
  vertex: number,
  visit: (neighbour: number) => void,
): void {
  for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    visit(mesh.endOf(h));
    visit(mesh.halfedgeVertices[mesh.previous(h)]!);
  }
}
