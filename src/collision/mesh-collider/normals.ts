import { writeAngle } from "../../math/trigonometry.js";
import { cross, dot } from "../../math/scratch-vector.js";
import type { MeshTopology } from "./topology.js";

// Scratch of single calls.
const u = new Float64Array(3);
const v = new Float64Array(3);
const n = new Float64Array(3);
const across = new Float64Array(3);
const sides = new Float64Array(2);
const angle = new Float64Array(1);

/**
 * Normals of faces, edges and vertices of a mesh in its own frame. Vertex normals sum the normals of the adjacent
 * faces, weighted by their angles. The sign of the distance to any feature follows from them (Bærentzen and Aanæs,
 * Signed distance computation using the angle weighted pseudonormal, 2005).
 */
export class MeshNormals {
  /** Unit vectors; 0 for a face without area. */
  readonly faces: Float64Array;
  /** Largest distance of the corners of each face from its center, m. */
  readonly radii: Float64Array;
  readonly #topology: MeshTopology;
  #points: Float64Array = new Float64Array(0);
  /** Not normalized. Computed on demand, because a deforming mesh has many and few are touched. */
  readonly #vertices: Float64Array;
  /** The shape that each of them was computed for. */
  readonly #vertexShapes: Int32Array;
  #shape = 0;
  /** Start of the triangle corners of each vertex in `#corners`; plus one entry at the end. */
  readonly #firstCorners: Int32Array;
  readonly #corners: Int32Array;

  constructor(topology: MeshTopology, vertexCount: number) {
    const { triangles } = topology;
    this.#topology = topology;
    this.faces = new Float64Array(triangles.length);
    this.radii = new Float64Array(triangles.length / 3);
    this.#vertices = new Float64Array(3 * vertexCount);
    this.#vertexShapes = new Int32Array(vertexCount);
    this.#firstCorners = new Int32Array(vertexCount + 1);
    this.#corners = new Int32Array(triangles.length);
    for (const vertex of triangles) this.#firstCorners[vertex + 1]!++;
    for (let v = 0; v < vertexCount; v++) this.#firstCorners[v + 1]! += this.#firstCorners[v]!;
    const next = this.#firstCorners.slice();
    for (let h = 0; h < triangles.length; h++) this.#corners[next[triangles[h]!]!++] = h;
  }

  /** Sets the shape of the mesh. `points` must not change until the next call. */
  update(points: Float64Array): void {
    const { triangles } = this.#topology;
    const { faces } = this;
    this.#points = points;
    this.#shape++;
    for (let f = 0; f < triangles.length; f += 3) {
      difference(u, points, triangles[f]!, triangles[f + 1]!);
      difference(v, points, triangles[f]!, triangles[f + 2]!);
      cross(n, u, v);
      const area = Math.sqrt(dot(n, n));
      for (let k = 0; k < 3; k++) faces[f + k] = area > 0 ? n[k]! / area : 0;
      this.#measure(points, f);
    }
  }

  /** Normal of an edge, not normalized. */
  ofEdge(edge: number, out: Float64Array): void {
    const { edgeFaces } = this.#topology;
    const f = 3 * edgeFaces[2 * edge]!;
    const g = 3 * edgeFaces[2 * edge + 1]!;
    for (let k = 0; k < 3; k++) out[k] = this.faces[f + k]! + (g < 0 ? 0 : this.faces[g + k]!);
  }

  /** Normal of a vertex, not normalized. */
  ofVertex(vertex: number, out: Float64Array): void {
    const all = this.#vertices;
    if (this.#vertexShapes[vertex] !== this.#shape) {
      this.#vertexShapes[vertex] = this.#shape;
      this.#findVertex(vertex);
    }
    for (let k = 0; k < 3; k++) out[k] = all[3 * vertex + k]!;
  }

  #findVertex(vertex: number): void {
    const { triangles } = this.#topology;
    n.fill(0);
    for (let i = this.#firstCorners[vertex]!; i < this.#firstCorners[vertex + 1]!; i++) {
      const h = this.#corners[i]!;
      const f = h - (h % 3);
      difference(u, this.#points, vertex, triangles[h === f + 2 ? f : h + 1]!);
      difference(v, this.#points, vertex, triangles[h === f ? f + 2 : h - 1]!);
      cross(across, u, v);
      sides[0] = Math.sqrt(dot(across, across));
      sides[1] = dot(u, v);
      writeAngle(sides, angle, 0);
      for (let k = 0; k < 3; k++) n[k]! += angle[0]! * this.faces[f + k]!;
    }
    for (let k = 0; k < 3; k++) this.#vertices[3 * vertex + k] = n[k]!;
  }

  #measure(points: Float64Array, f: number): void {
    const { triangles } = this.#topology;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let corner = 0; corner < 3; corner++) sum += points[3 * triangles[f + corner]! + k]!;
      n[k] = sum / 3;
    }
    let largest = 0;
    for (let corner = 0; corner < 3; corner++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const side = points[3 * triangles[f + corner]! + k]! - n[k]!;
        squared += side * side;
      }
      largest = Math.max(largest, squared);
    }
    this.radii[f / 3] = Math.sqrt(largest);
  }
}

/** `out` = vector from one vertex to another. */
function difference(out: Float64Array, points: Float64Array, from: number, to: number): void {
  for (let k = 0; k < 3; k++) out[k] = points[3 * to + k]! - points[3 * from + k]!;
}
