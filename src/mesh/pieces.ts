import { Attached } from "./attached.js";
import { MeshError } from "./mesh-error.js";
import { forEachNeighbor, findSplitOffParts, type Split } from "./local-components.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A part that was split off. */
export interface SplitOffPiece {
  /** Its piece number. */
  piece: number;
  /** The piece that it was split from. */
  from: number;
  /** Its vertices. */
  vertices: number[];
}

/**
 * Connected components of a mesh. Parts that still share a single vertex are one piece. An isolated vertex belongs to
 * none.
 *
 * It records edits and evaluates them on demand. Then two searches start from both sides of every split and alternate,
 * one vertex each. Searches that meet are merged. A search that finds no more vertices has found a part that was split
 * off. A search stops once it has met the other sides of all its splits. So the cost of a split-off part depends on its
 * own size, not on that of the remaining piece. A tear that separates nothing is detected where both sides meet around
 * its tip.
 */
export class Pieces {
  readonly #mesh: TriangleMesh;
  /** Label of each vertex; merged labels are resolved by `#mergedInto`. */
  readonly #labels: Attached<Int32Array>;
  /** For each label the one it was merged into; itself for a current piece. */
  #mergedInto: number[] = [];
  #count = 0;
  /** Parts that were found and not returned yet. */
  #found: SplitOffPiece[] = [];
  /** The splits since the last evaluation. */
  #splits: Split[] = [];
  /** Number of mesh edits that it has followed. */
  #editCount: number;

  /** Labels the whole mesh once, in O(its size). */
  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#editCount = mesh.editCount;
    this.#labels = new Attached(mesh, "vertex", Int32Array, { fill: -1 });
    const labels = this.#labels.values;
    const open: number[] = [];
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
      if (labels[vertex] !== -1 || mesh.vertexHalfedges[vertex] === -1) continue;
      const label = this.#addLabel();
      labels[vertex] = label;
      open.push(vertex);
      for (let v = open.pop(); v !== undefined; v = open.pop()) {
        forEachNeighbor(mesh, v, (w) => {
          if (labels[w] !== -1) return;
          labels[w] = label;
          open.push(w);
        });
      }
    }
  }

  /** Number of pieces. */
  get count(): number {
    this.#processSplits();
    return this.#count;
  }

  /** The piece of a vertex, −1 for an isolated vertex. Piece numbers are not consecutive. */
  pieceOf(vertex: number): number {
    this.#processSplits();
    return this.#resolveLabel(this.#labels.values[vertex]!);
  }

  /** Replays an edit that the mesh has already made, and possibly later ones. */
  replay(edit: TopologyEdit): void {
    this.#editCount = edit.serial + 1;
    this.#labels.replay(edit);
    if (edit.type === "split-vertex") this.#splits.push({ a: edit.vertex, b: edit.newVertex });
  }

  /** Follows the undo of an edit, which the mesh has already undone. */
  undo(edit: TopologyEdit): void {
    this.#editCount = edit.serial;
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    if (this.#splits.at(-1)?.b === newVertex) this.#splits.pop(); // not evaluated yet
    if (edit.type === "split-vertex") {
      const a = this.#resolveLabel(this.#labels.values[edit.vertex]!);
      const b = this.#resolveLabel(this.#labels.values[newVertex]!);
      if (a !== b) {
        const gone = Math.max(a, b);
        this.#mergedInto[gone] = Math.min(a, b);
        this.#count--;
        this.#found = this.#found.filter(({ piece }) => piece !== gone); // nothing to report any more
      }
    }
    this.#labels.values[newVertex] = -1;
  }

  /** Stops following the mesh, so that it can be dropped while the mesh lives on. */
  detach(): void {
    this.#labels.detach();
  }

  /**
   * The parts that were split off since the last call, the smaller ones of each piece.
   *
   * @throws MeshError if the mesh has made or undone edits that were not replayed.
   */
  update(): SplitOffPiece[] {
    this.#processSplits();
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Evaluates the splits since the last call. */
  #processSplits(): void {
    if (this.#editCount !== this.#mesh.editCount) {
      throw new MeshError(
        `Pieces: expected ${this.#mesh.editCount} replayed edits as in the mesh, got ${this.#editCount}`,
      );
    }
    if (this.#splits.length === 0) return;
    const splitsOfPiece = new Map<number, Split[]>();
    for (const split of this.#splits) {
      const piece = this.#resolveLabel(this.#labels.values[split.a]!);
      const known = splitsOfPiece.get(piece);
      if (known === undefined) splitsOfPiece.set(piece, [split]);
      else known.push(split);
    }
    this.#splits = [];
    for (const [from, splits] of splitsOfPiece) {
      for (const part of findSplitOffParts(this.#mesh, splits)) {
        const piece = this.#addLabel();
        for (const vertex of part) this.#labels.values[vertex] = piece;
        this.#found.push({ piece, from, vertices: part });
      }
    }
  }

  #addLabel(): number {
    const label = this.#mergedInto.length;
    this.#mergedInto.push(label);
    this.#count++;
    return label;
  }

  #resolveLabel(label: number): number {
    let current = label;
    while (current !== -1 && this.#mergedInto[current] !== current) {
      current = this.#mergedInto[current]!;
    }
    return current;
  }
}
