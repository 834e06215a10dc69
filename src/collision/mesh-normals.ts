import { atan2 } from "../math/trigonometry.js";
import { cross, dot } from "../math/scratch-vector.js";
import type { MeshTopology } from "./mesh-topology.js";

const u = new Float64Array(3);
const v = new Float64Array(3);
const n = new Float64Array(3);

/**
 * Normals of faces, edges and vertices of a mesh in its own frame. The sum of the normals of the faces around, by their
 * angles at a vertex, tells at every feature whether a point that is nearest to it is inside (Bærentzen and Aanæs, Signed
 * distance computation using the angle weighted pseudonormal, 2005).
 */
export class MeshNormals {
  /** Unit vectors; 0 for a face without area. */
  readonly faces: Float64Array;
  /** Of any length. */
  readonly edges: Float64Array;
  /** Of any length. */
  readonly vertices: Float64Array;
  /** How far the corners of each face are from its middle at most, m. */
  readonly radii: Float64Array;
  readonly #topology: MeshTopology;

  constructor(topology: MeshTopology, vertexCount: number) {
    this.#topology = topology;
    this.faces = new Float64Array(topology.triangles.length);
    this.edges = new Float64Array((3 * topology.edges.length) / 2);
    this.vertices = new Float64Array(3 * vertexCount);
    this.radii = new Float64Array(topology.triangles.length / 3);
  }

  /** The mesh has taken this shape. */
  update(points: Float64Array): void {
    const { triangles, faceEdges } = this.#topology;
    const { faces, edges, vertices } = this;
    edges.fill(0);
    vertices.fill(0);
    for (let f = 0; f < triangles.length; f += 3) {
      take(u, points, triangles[f]!, triangles[f + 1]!);
      take(v, points, triangles[f]!, triangles[f + 2]!);
      cross(n, u, v);
      const area = Math.sqrt(dot(n, n));
      for (let k = 0; k < 3; k++) faces[f + k] = area > 0 ? n[k]! / area : 0;
      this.#measure(points, f);
      for (let corner = 0; corner < 3; corner++) {
        const at = triangles[f + corner]!;
        take(u, points, at, triangles[f + ((corner + 1) % 3)]!);
        take(v, points, at, triangles[f + ((corner + 2) % 3)]!);
        const angle = area > 0 ? atan2(area, dot(u, v)) : 0;
        const edge = faceEdges[f + corner]!;
        for (let k = 0; k < 3; k++) {
          edges[3 * edge + k]! += faces[f + k]!;
          vertices[3 * at + k]! += angle * faces[f + k]!;
        }
      }
    }
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

/** `out` = the way from one vertex to another. */
function take(out: Float64Array, points: Float64Array, from: number, to: number): void {
  for (let k = 0; k < 3; k++) out[k] = points[3 * to + k]! - points[3 * from + k]!;
}
