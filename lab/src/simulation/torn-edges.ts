import type { EdgeSplit, TopologyEdit, VertexSplit } from "tatter";

/** Receives changes of the set of torn edges. */
export interface TornEdgeListener {
  addEdge(halfedge: number): void;
  removeEdge(halfedge: number): void;
}

/**
 * The edges that were torn or cut, without the initial boundary. Each one is stored as the halfedge of its only
 * triangle. They are updated from edit records alone, so the page does not need the mesh. O(size of an edit).
 */
export class TornEdges {
  readonly halfedges: Set<number>;
  readonly #watcher: TornEdgeListener | null;

  /** @param halfedges Edges that are torn already. */
  constructor(halfedges: Iterable<number> = [], watcher: TornEdgeListener | null = null) {
    this.halfedges = new Set(halfedges);
    this.#watcher = watcher;
    if (watcher !== null) for (const halfedge of this.halfedges) watcher.addEdge(halfedge);
  }

  follow(edit: TopologyEdit): void {
    if (edit.type === "split-vertex") this.#followVertexSplit(edit);
    else if (edit.type === "split-edge") this.#followEdgeSplit(edit);
    else for (const halfedge of edit.ring) this.#add(halfedge);
  }

  /** An edge of the ring that has one triangle left on a side is torn there. */
  #followVertexSplit({ movedCorners, rings }: VertexSplit): void {
    const moved = new Set(movedCorners);
    for (const ring of rings) {
      const moving = ring.filter((h) => moved.has(h) || moved.has(next(h)));
      const staying = ring.filter((h) => !moving.includes(h));
      for (const side of [moving, staying]) if (side.length === 1) this.#add(side[0]!);
    }
  }

  /** Both halves of a torn edge are torn. Edges that move to the new triangle move along. */
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

/** Returns all torn edges of a cloth, from its edits since the start. */
export function tornEdgesOf(edits: readonly TopologyEdit[]): Int32Array {
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
