import { grown, grownCapacity, withSpare } from "../math/grow.js";
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
 * It follows the mesh by its edits and looks at them only when it is asked. Then a search starts at every vertex
 * that was split, all of them in turn, one vertex each: searches that meet go on as one, a search that finds no
 * more vertices has found a part that came off, and the last one left in a piece need not go to its end. So a
 * part that comes off costs by its own size and not by that of the piece it leaves; a tear that frees nothing
 * is noticed where the two sides meet round its tip.
 */
export class Pieces {
  readonly #mesh: TriangleMesh;
  /** Label of each vertex; labels that have grown together again name one another in `#mergedInto`. */
  #labels: Int32Array;
  /** For each label the one it was merged into, itself for a piece that stands. */
  #mergedInto: number[] = [];
  #count = 0;
  /** Vertices where the mesh may have come apart since the last look. */
  #suspects: number[] = [];

  /** Labels the whole mesh: O(its size), once. */
  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
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

  /** Follows an edit that the mesh has made already. */
  replay(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return; // its ends are still joined
    const { newVertex } = edit;
    this.#labels = grown(this.#labels, grownCapacity(this.#labels.length, newVertex + 1));
    if (edit.type === "split-edge") {
      this.#labels[newVertex] = this.#labels[edit.start]!;
      return;
    }
    this.#labels[newVertex] = this.#labels[edit.vertex]!;
    this.#suspects.push(edit.vertex, newVertex);
  }

  /** Follows an edit that the mesh has undone already. */
  undo(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    this.#suspects = this.#suspects.filter((vertex) => vertex !== newVertex);
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

  /** Looks at what was split since the last look. Returns the parts that came off, the smaller ones of each piece. */
  update(): SplitOffPiece[] {
    if (this.#suspects.length === 0) return [];
    const suspects = new Map<number, number[]>();
    for (const vertex of new Set(this.#suspects)) {
      const piece = this.#standing(this.#labels[vertex]!);
      const known = suspects.get(piece);
      if (known === undefined) suspects.set(piece, [vertex]);
      else known.push(vertex);
    }
    this.#suspects = [];
    const found: SplitOffPiece[] = [];
    for (const [from, vertices] of suspects) {
      for (const part of partsAround(this.#mesh, vertices)) {
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

/** One of the searches of `partsAround`. */
interface Search {
  /** All that it has found. */
  vertices: number[];
  /** Whose neighbours to look at, nearest first, so that two sides meet as early as can be … */
  queue: number[];
  /** … and how many of these are done. */
  done: number;
  /** The search that it met and goes on in. */
  joined: Search | null;
}

/** The connected parts of a mesh that hold the given vertices, all but one that was not searched to its end. */
function partsAround(mesh: TriangleMesh, vertices: readonly number[]): number[][] {
  const searchOf = new Map<number, Search>();
  let running = vertices.map((vertex): Search => {
    const search: Search = { vertices: [vertex], queue: [vertex], done: 0, joined: null };
    searchOf.set(vertex, search);
    return search;
  });

  const parts: number[][] = [];
  while (running.length > 1) {
    for (const search of running) {
      if (search.joined !== null) continue;
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
    running = running.filter((search) => {
      if (search.joined !== null) return false;
      if (search.done < search.queue.length) return true;
      parts.push(search.vertices);
      return false;
    });
  }
  // When all have come to their end in one round, the largest of the last ones keeps the old number.
  if (running.length === 0) parts.splice(largest(parts), 1);
  return parts;
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
