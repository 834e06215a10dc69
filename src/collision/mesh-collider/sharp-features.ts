import { MeshNormals } from "./normals.js";
import type { MeshMorph } from "./morph.js";
import type { MeshTopology } from "./topology.js";

/** Cosine of 30°: faces that meet at a smaller angle leave no edge that could poke through. */
const SHARP = 0.8660254037844386;

/** Scratch of `measureRoundness`. */
const outward = new Float64Array(3);

/**
 * The sharp edges of a mesh in any of its shapes; its corners, which are all vertices that stick out; and the smallest
 * radius of curvature of each vertex, m: 0 where it is sharp.
 */
export function findSharpFeatures(
  shapes: MeshMorph,
  topology: MeshTopology,
): { corners: Int32Array; edges: Int32Array; roundness: Float64Array } {
  const isSharp = new Uint8Array(topology.edgeUses.length);
  const roundness = new Float64Array(shapes.vertexCount).fill(Infinity);
  const normals = new MeshNormals(topology, shapes.vertexCount);
  for (const points of shapes.shapes) {
    normals.update(points);
    for (let e = 0; e < isSharp.length; e++) {
      if (!isSharpEdge(topology, normals, points, e)) continue;
      isSharp[e] = 1;
      roundness[topology.edges[2 * e]!] = 0;
      roundness[topology.edges[2 * e + 1]!] = 0;
    }
    measureRoundness(topology, normals, points, roundness);
  }
  const corners: number[] = [];
  const edges: number[] = [];
  for (let v = 0; v < roundness.length; v++) if (roundness[v]! < Infinity) corners.push(v);
  for (let e = 0; e < isSharp.length; e++) {
    if (isSharp[e] === 1) edges.push(topology.edges[2 * e]!, topology.edges[2 * e + 1]!);
  }
  return { corners: Int32Array.from(corners), edges: Int32Array.from(edges), roundness };
}

/** True if an edge is a border or sharp. On a closed mesh only edges that are sharp from outside count. */
function isSharpEdge(
  { triangles, edges, edgeFaces, edgeUses, edgeAgrees, isClosed }: MeshTopology,
  normals: MeshNormals,
  points: Float64Array,
  edge: number,
): boolean {
  if (edgeUses[edge] !== 2) return true;
  const f = 3 * edgeFaces[2 * edge]!;
  const g = 3 * edgeFaces[2 * edge + 1]!;
  const a = edges[2 * edge]!;
  const b = edges[2 * edge + 1]!;
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += normals.faces[f + k]! * normals.faces[g + k]!;
  if (!((edgeAgrees[edge] === 1 ? cosine : -cosine) < SHARP)) return false;
  if (isClosed[a] === 0) return true;
  let other = a;
  for (let k = 0; k < 3; k++) {
    if (triangles[g + k] !== a && triangles[g + k] !== b) other = triangles[g + k]!;
  }
  let above = 0;
  for (let k = 0; k < 3; k++) {
    above += normals.faces[f + k]! * (points[3 * other + k]! - points[3 * a + k]!);
  }
  return !(above > 0);
}

/**
 * Measures the radius of curvature of vertices: that of the ball that touches the vertex and passes through the nearest
 * of its neighbors, which are below its tangent plane by l² / (2 R). On a closed mesh only vertices that stick out
 * count. A vertex whose faces lean away from its normal is the tip of a cone, and sharp.
 */
function measureRoundness(
  { triangles, isClosed }: MeshTopology,
  normals: MeshNormals,
  points: Float64Array,
  roundness: Float64Array,
): void {
  for (let h = 0; h < triangles.length; h++) {
    const vertex = triangles[h]!;
    const next = triangles[h % 3 === 2 ? h - 2 : h + 1]!;
    const f = h - (h % 3);
    normals.ofVertex(vertex, outward);
    let along = 0;
    let squared = 0;
    let rise = 0;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const n = outward[k]!;
      const delta = points[3 * next + k]! - points[3 * vertex + k]!;
      along += n * normals.faces[f + k]!;
      squared += n * n;
      rise += n * delta;
      length += delta * delta;
    }
    const fall = (isClosed[vertex] === 0 ? Math.abs(rise) : -rise) / Math.sqrt(squared);
    if (!(fall > 0)) continue;
    const isTip = along < SHARP * Math.sqrt(squared);
    roundness[vertex] = Math.min(roundness[vertex]!, isTip ? 0 : length / (2 * fall));
  }
}
