import type { EdgeSplit, TopologyEdit, VertexSplit } from "tatter";

/** Who is told when a halfedge comes to lie on a torn edge, or does no more. */
export interface TornEdgeWatcher {
  addEdge(halfedge: number): void;
  removeEdge(halfedge: number): void;
}

/**
 * The edges where a cloth has come apart, by tear or knife, and not those where it ended from the start: each as the halfedge
 * of its only triangle. It follows the records of edits alone, so that the page need not know the mesh. O(size of an edit).
 */
export class TornEdges {
  readonly halfedges: Set<number>;
  readonly #watcher: TornEdgeWatcher | null;

  /** @param halfedges Those that are torn already. */
  constructor(halfedges: Iterable<number> = [], watcher: TornEdgeWatcher | null = null) {
    this.halfedges = new Set(halfedges);
    this.#watcher = watcher;
    if (watcher !== null) for (const halfedge of this.halfedges) watcher.addEdge(halfedge);
  }

  follow(edit: TopologyEdit): void {
    if (edit.type === "split-vertex") this.#followVertexSplit(edit);
    else if (edit.type === "split-edge") this.#followEdgeSplit(edit);
    else for (const halfedge of edit.ring) this.#add(halfedge);
  }

  /** Of a divided edge, what has one triangle left on a side is torn there. */
  #followVertexSplit({ movedCorners, rings }: VertexSplit): void {
    const moved = new Set(movedCorners);
    for (const ring of rings) {
      const moving = ring.filter((h) => moved.has(h) || moved.has(next(h)));
      const staying = ring.filter((h) => !moving.includes(h));
      for (const side of [moving, staying]) if (side.length === 1) this.#add(side[0]!);
    }
  }

  /** Both halves of a torn edge are torn; and what a new triangle takes over from the old one goes along. */
  #followEdgeSplit({ movedCorners, newTriangles, newCorners }: EdgeSplit): void {
    for (let i = 0; i < movedCorners.length; i++) {
      const end = movedCorners[i]!;
      const newEnd = 3 * newTriangles[i]!;
      const isForward = newCorners[i] === newEnd + 2; // the triangle runs from the start of the edge to its end
      const onEdge = isForward ? previous(end) : end;
      const newOnEdge = isForward ? newEnd + 2 : newEnd;
      const toFar = isForward ? end : previous(end);
      const newToFar = isForward ? newEnd : newEnd + 2;
      if (this.halfedges.has(onEdge)) this.#add(newOnEdge);
      if (!this.halfedges.has(toFar)) continue;
      this.#remove(toFar);
      this.#add(newToFar);
    }
  }

  #add(halfedge: number): void {
    if (this.halfedges.has(halfedge)) return;
    this.halfedges.add(halfedge);
    this.#watcher?.addEdge(halfedge);
  }

  #remove(halfedge: number): void {
    this.halfedges.delete(halfedge);
    this.#watcher?.removeEdge(halfedge);
  }
}

/** All torn edges of a cloth, by what has happened to it since the start. */
export function tornBy(edits: readonly TopologyEdit[]): Int32Array {
  const torn = new TornEdges();
  for (const edit of edits) torn.follow(edit);
  return Int32Array.from(torn.halfedges);
}

function next(halfedge: number): number {
  return halfedge % 3 === 2 ? halfedge - 2 : halfedge + 1;
}

function previous(halfedge: number): number {
  return halfedge % 3 === 0 ? halfedge + 2 : halfedge - 1;
}
