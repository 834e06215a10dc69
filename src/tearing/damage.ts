import { Attached, fansOf, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";
import { fanAt } from "./fan.js";

const TORN = 1;
const WEAK = 2;

/**
 * What tears have left behind, vertex by vertex. It follows the edits of the mesh, whether the cloth was torn or cut.
 *
 * - A vertex is **torn** when it is an end of an edge that has come apart: it lies on a seam (in a halfedge mesh with
 *   ghost pairs, one of its edges has a ghost; "Cloth tearing in real time", 5).
 * - A vertex is **weak** where a tear ends inside the cloth, and where parts hang together by this vertex alone. When it
 *   splits, neither it nor its copy is weak any more; the far end of the torn edge is (Önal 3.2.2).
 */
export class Damage {
  readonly #mesh: TriangleMesh;
  readonly #attached: Attached<Uint8Array>;
  #editCount: number;
  /** What edits have written over: vertex and flags, one pair after the other, and behind those of an edit their number. */
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

  /** All weak vertices, in rising order. O(vertices). */
  weakVertices(): number[] {
    const weak: number[] = [];
    for (let v = 0; v < this.#mesh.vertexCount; v++) if (this.isWeak(v)) weak.push(v);
    return weak;
  }

  /** Whether parts hang together by this vertex alone. O(valence). */
  isOnePoint(vertex: number): boolean {
    return this.isWeak(vertex) && isOnePointConnection(this.#mesh, vertex);
  }

  /** Makes a vertex weak, or as strong as any other, by hand. */
  setWeak(vertex: number, weak: boolean): void {
    if (weak) this.#flags[vertex]! |= WEAK;
    else this.#flags[vertex]! &= ~WEAK;
  }

  /** Follows an edit that the mesh has made already; one that it has followed before changes nothing. */
  replay(edit: TopologyEdit): void {
    if (edit.serial < this.#editCount) return;
    this.#editCount = edit.serial + 1;
    const mesh = this.#mesh;
    if (edit.type === "split-edge") {
      const { edge, start, end, newVertex } = edit;
      // On a seam the new vertex lies on it too; inside the cloth nothing has come apart yet.
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

  /** Follows the latest edit back, which the mesh has undone already. */
  undo(edit: TopologyEdit): void {
    if (edit.serial !== this.#editCount - 1) return;
    this.#editCount--;
    for (let left = this.#before.pop()!; left > 0; left--) {
      const flags = this.#before.pop()!;
      this.#flags[this.#before.pop()!] = flags;
    }
    if (edit.type !== "separate-edge") this.#flags[edit.newVertex] = 0;
  }

  /** What there is to know of each vertex, in a byte. */
  get state(): Uint8Array {
    return this.#flags.slice(0, this.#mesh.vertexCount);
  }

  set state(flags: Uint8Array) {
    this.#flags.set(flags);
  }

  /** What edits have written over. It does not follow from them alone, where vertices were made weak by hand. */
  get before(): Int32Array {
    return Int32Array.from(this.#before);
  }

  set before(numbers: Int32Array) {
    this.#before = [...numbers];
  }
}

/** Whether parts of the mesh hang together by this vertex alone. O(valence). */
function isOnePointConnection(mesh: TriangleMesh, vertex: number): boolean {
  const corner = mesh.vertexHalfedges[vertex]!;
  if (corner === -1) return false;
  const fan = fanAt(mesh, vertex, mesh.halfedgeEdges[corner]!);
  if (fan === null) return fansOf(mesh, vertex).length > 1; // the mesh branches
  let valence = 0;
  for (let h = corner; h !== -1; h = mesh.nextAtVertex[h]!) valence++;
  return fan.triangles.length < valence;
}
