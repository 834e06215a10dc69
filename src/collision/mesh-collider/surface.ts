import { MeshNormals } from "./normals.js";
import type { MeshMorph } from "./morph.js";
import { MeshTopology } from "./topology.js";
import { Pose } from "../shapes/pose.js";

/** Scratch of single calls: a normal in the frame of the mesh. */
const local = new Float64Array(3);

/** A triangle surface in the world, at the start and at the end of a substep. */
export class MeshSurface {
  readonly topology: MeshTopology;
  readonly normals: MeshNormals;
  /** Vertex positions at the start and at the end, m. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** True if any vertex moves in this substep. */
  isMoving = false;
  /** Largest displacement of a vertex, m. */
  largestMotion = 0;
  /** Changes when the end position of a vertex changes. */
  version = 0;
  readonly #shapes: MeshMorph;
  readonly #end = new Pose();
  readonly #startShape: Float64Array;
  readonly #endShape: Float64Array;

  constructor(shapes: MeshMorph) {
    const { triangles, vertexCount } = shapes;
    this.#shapes = shapes;
    this.topology = new MeshTopology(triangles, vertexCount);
    this.normals = new MeshNormals(this.topology, vertexCount);
    this.#startShape = shapes.shapes[0]!.slice();
    this.#endShape = shapes.shapes[0]!.slice();
    this.starts = this.#endShape.slice();
    this.ends = this.#endShape.slice();
    this.normals.update(this.#endShape);
  }

  get faceCount(): number {
    return this.topology.triangles.length / 3;
  }

  place(start: Pose, end: Pose, times: Float64Array): void {
    this.#end.copy(end);
    if (!this.#shapes.isStill) {
      this.#shapes.write(times, 0, this.#startShape);
      this.#shapes.write(times, 1, this.#endShape);
      this.normals.update(this.#endShape);
    }
    const { starts, ends } = this;
    let largest = 0;
    let hasChanged = false;
    for (let i = 0; i < ends.length; i += 3) {
      const x = ends[i]!;
      const y = ends[i + 1]!;
      const z = ends[i + 2]!;
      start.toWorld(this.#startShape, i, starts, i);
      end.toWorld(this.#endShape, i, ends, i);
      if (ends[i] !== x || ends[i + 1] !== y || ends[i + 2] !== z) hasChanged = true;
      const moveX = ends[i]! - starts[i]!;
      const moveY = ends[i + 1]! - starts[i + 1]!;
      const moveZ = ends[i + 2]! - starts[i + 2]!;
      largest = Math.max(largest, moveX * moveX + moveY * moveY + moveZ * moveZ);
    }
    this.largestMotion = Math.sqrt(largest);
    this.isMoving = largest > 0;
    if (hasChanged) this.version++;
  }

  /** True if a face belongs to a closed component. */
  isClosed(face: number): boolean {
    return this.topology.isClosed[this.topology.triangles[3 * face]!] === 1;
  }

  /** Writes the pseudonormal of a vertex at the end of the substep to offset `at`; (0, 0, 0) for an open component. */
  outwardOfVertex(vertex: number, out: Float64Array, at: number): void {
    if (this.topology.isClosed[vertex] === 1) {
      this.normals.ofVertex(vertex, local);
      this.#end.rotateToWorld(local, 0, out, at);
    } else for (let k = 0; k < 3; k++) out[at + k] = 0;
  }

  /** The pseudonormal at a point of a face, which may be on an edge or a corner, at the end of the substep. */
  outwardAt(face: number, weights: Float64Array, out: Float64Array): void {
    const { triangles, faceEdges } = this.topology;
    const f = 3 * face;
    const onA = weights[0] !== 0;
    const onB = weights[1] !== 0;
    const onC = weights[2] !== 0;
    if (onA && onB && onC) {
      this.#end.rotateToWorld(this.normals.faces, f, out, 0);
      return;
    }
    if (onA && onB) this.normals.ofEdge(faceEdges[f]!, local);
    else if (onB && onC) this.normals.ofEdge(faceEdges[f + 1]!, local);
    else if (onC && onA) this.normals.ofEdge(faceEdges[f + 2]!, local);
    else this.normals.ofVertex(triangles[f + (onA ? 0 : onB ? 1 : 2)]!, local);
    this.#end.rotateToWorld(local, 0, out, 0);
  }

  /** Velocity of a point of a face, m/s. */
  velocityAt(face: number, weights: Float64Array, duration: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      let move = 0;
      for (let corner = 0; corner < 3; corner++) {
        const i = 3 * this.topology.triangles[3 * face + corner]! + k;
        move += weights[corner]! * (this.ends[i]! - this.starts[i]!);
      }
      out[k] = move / duration;
    }
  }
}
