import { Attached, fansOf, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";
import { fanAt } from "./fan.js";

const TORN = 1;
const WEAK = 2;

/**
 * What tears leave behind at each vertex. It follows the edits of the mesh, no matter whether the cloth was torn or
 * cut.
 *
 * - A vertex is **torn** if it is an end of an edge that has separated: it lies on a seam (in a halfedge mesh with
 *   ghost pairs, one of its edges has a ghost; "Cloth tearing in real time", 5).
 * - A vertex is **weak** where a tear ends inside the cloth, and where only this vertex connects two pieces. When it
 *   splits, neither it nor its copy is weak any more; the far end of the torn edge is (Önal 3.2.2).
 */
export class Damage {
  readonly #mesh: TriangleMesh;
  readonly #attached: Attached<Uint8Array>;
  #editCount: number;
  /** Flags that edits have overwritten: pairs of vertex and flags, and after the pairs of each edit their count. */
  #before: number[] = [];

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#attached = new Attached(mesh, "vertex", Uint8Array);
    this.#editCount = mesh.editCount;
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
      if (isOnePointConnection(mesh, vertex)) this.#flags[vertex] = WEAK;
    }
  }

  get #flags(): Uint8Array {
    return this.#attached.values;
  }

  isTorn(vertex: number): boolean {
    return (this.#flags[vertex]! & TORN) !== 0;
  }

  isWeak(vertex: number): boolean {
    return (this.#flags[vertex]! & WEAK) !== 0;
  }

  /** All weak vertices in increasing order. O(vertices). */
  weakVertices(): number[] {
    const weak: number[] = [];
    for (let v = 0; v < this.#mesh.vertexCount; v++) if (this.isWeak(v)) weak.push(v);
    return weak;
  }

  /** True if only this vertex connects two pieces. O(valence). */
  isOnePoint(vertex: number): boolean {
    return this.isWeak(vertex) && isOnePointConnection(this.#mesh, vertex);
  }

  /** Marks a vertex as weak or not weak, from code. */
  setWeak(vertex: number, weak: boolean): void {
    if (weak) this.#flags[vertex]! |= WEAK;
    else this.#flags[vertex]! &= ~WEAK;
  }

  /** Replays an edit that the mesh has already made. An edit that was replayed before changes nothing. */
  replay(edit: TopologyEdit): void {
    if (edit.serial < this.#editCount) return;
    this.#editCount = edit.serial + 1;
    const mesh = this.#mesh;
    if (edit.type === "split-edge") {
      const { edge, start, end, newVertex } = edit;
      // On a seam the new vertex lies on the seam too. Inside the cloth nothing has separated yet.
      const onSeam = mesh.edgeTriangleCount(edge) === 1 && this.isTorn(start) && this.isTorn(end);
      this.#flags[newVertex] = onSeam ? TORN : 0;
      this.#before.push(0);
      return;
    }
    const before = this.#before.length;
    const opened = edit.type === "split-vertex" ? edit.newEdges : [edit.edge];
    for (const edge of opened) {
      for (const vertex of [mesh.edgeStart(edge), mesh.edgeEnd(edge)]) {
        this.#set(vertex, this.#flags[vertex]! | TORN | WEAK);
      }
    }
    if (edit.type === "split-vertex") {
      for (const vertex of [edit.vertex, edit.newVertex]) {
        this.#set(vertex, isOnePointConnection(mesh, vertex) ? TORN | WEAK : TORN);
      }
    }
    this.#before.push((this.#before.length - before) / 2);
  }

  #set(vertex: number, flags: number): void {
    this.#before.push(vertex, this.#flags[vertex]!);
    this.#flags[vertex] = flags;
  }

  /** Undoes the latest edit, which the mesh has already undone. */
  undo(edit: TopologyEdit): void {
    if (edit.serial !== this.#editCount - 1) return;
    this.#editCount--;
    for (let left = this.#before.pop()!; left > 0; left--) {
      const flags = this.#before.pop()!;
      this.#flags[this.#before.pop()!] = flags;
    }
    if (edit.type !== "separate-edge") this.#flags[edit.newVertex] = 0;
  }

  /** The flags of each vertex, one byte each. */
  get state(): Uint8Array {
    return this.#flags.slice(0, this.#mesh.vertexCount);
  }

  set state(flags: Uint8Array) {
    this.#flags.set(flags);
  }

  /**
   * The overwritten flags. They do not follow from the edits alone if vertices were marked as weak from code.
   *
   * @internal
   */
  get before(): Int32Array {
    return Int32Array.from(this.#before);
  }

  /** @internal */
  set before(numbers: Int32Array) {
    this.#before = [...numbers];
  }
}

/** True if only this vertex connects pieces of the mesh. O(valence). */
function isOnePointConnection(mesh: TriangleMesh, vertex: number): boolean {
  const corner = mesh.vertexHalfedges[vertex]!;
  if (corner === -1) return false;
  const fan = fanAt(mesh, vertex, mesh.halfedgeEdges[corner]!);
  if (fan === null) return fansOf(mesh, vertex).length > 1; // non-manifold edge
  let valence = 0;
  for (let h = corner; h !== -1; h = mesh.nextAtVertex[h]!) valence++;
  return fan.triangles.length < valence;
}
