import { Attached } from "./attached.js";
import { MeshError } from "./mesh-error.js";
import { forEachNeighbour, partsAround, type Split } from "./local-components.js";
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
  readonly #labels: Attached<Int32Array>;
  /** For each label the one it was merged into, itself for a piece that stands. */
  #mergedInto: number[] = [];
  #count = 0;
  /** Parts that were found and not told yet. */
  #found: SplitOffPiece[] = [];
  /** The splits since the last look, where the mesh may have come apart. */
  #splits: Split[] = [];
  /** How many edits of the mesh it has followed. */
  #editCount: number;

  /** Labels the whole mesh: O(its size), once. */
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
        forEachNeighbour(mesh, v, (w) => {
          if (labels[w] !== -1) return;
          labels[w] = label;
          open.push(w);
        });
      }
    }
  }

  /** How many pieces there are. */
  get count(): number {
    this.#look();
    return this.#count;
  }

  /** The piece of a vertex, −1 for a vertex without triangles. Numbers of pieces are not in a row. */
  pieceOf(vertex: number): number {
    this.#look();
    return this.#standing(this.#labels.values[vertex]!);
  }

  /** Follows an edit that the mesh has made already, and maybe others after it. */
  replay(edit: TopologyEdit): void {
    this.#editCount = edit.serial + 1;
    this.#labels.replay(edit);
    if (edit.type === "split-vertex") this.#splits.push({ a: edit.vertex, b: edit.newVertex });
  }

  /** Follows an edit that the mesh has undone already. */
  undo(edit: TopologyEdit): void {
    this.#editCount = edit.serial;
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    if (this.#splits.at(-1)?.b === newVertex) this.#splits.pop(); // nobody has looked yet
    if (edit.type === "split-vertex") {
      const a = this.#standing(this.#labels.values[edit.vertex]!);
      const b = this.#standing(this.#labels.values[newVertex]!);
      if (a !== b) {
        const gone = Math.max(a, b);
        this.#mergedInto[gone] = Math.min(a, b);
        this.#count--;
        this.#found = this.#found.filter(({ piece }) => piece !== gone); // no news any more
      }
    }
    this.#labels.values[newVertex] = -1;
  }

  /** Does not follow the mesh any more, so that it can go while the mesh stays. */
  detach(): void {
    this.#labels.detach();
  }

  /**
   * The parts that came off since the last call, the smaller ones of each piece.
   *
   * @throws MeshError when the mesh has made edits, or undone some, that were not told.
   */
  update(): SplitOffPiece[] {
    this.#look();
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Looks at what was split since the last look. */
  #look(): void {
    if (this.#editCount !== this.#mesh.editCount) {
      throw new MeshError(
        `Pieces: the mesh is at edit ${this.#mesh.editCount}, but only ${this.#editCount} were replayed`,
      );
    }
    if (this.#splits.length === 0) return;
    const splitsOfPiece = new Map<number, Split[]>();
    for (const split of this.#splits) {
      const piece = this.#standing(this.#labels.values[split.a]!);
      const known = splitsOfPiece.get(piece);
      if (known === undefined) splitsOfPiece.set(piece, [split]);
      else known.push(split);
    }
    this.#splits = [];
    for (const [from, splits] of splitsOfPiece) {
      for (const part of partsAround(this.#mesh, splits)) {
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

  #standing(label: number): number {
    let standing = label;
    while (standing !== -1 && this.#mergedInto[standing] !== standing) {
      standing = this.#mergedInto[standing]!;
    }
    return standing;
  }
}
