import {
  anObject,
  checkOptions,
  optional,
  describeValue,
  typedArray,
  valuesOf,
} from "../math/check-options.js";
import { MeshError } from "./mesh-error.js";
import { TriangleMesh, type MeshData, type VertexGroups } from "./triangle-mesh.js";

/**
 * Builds the connectivity of any triangle soup. Edges are numbered in the order in which the triangles use them.
 *
 * @throws MeshError if an index is out of range, a triangle repeats a corner or a number is not finite.
 */
export function buildMesh(data: MeshData): TriangleMesh {
  checkMeshData(data);
  const { triangles } = data;
  const mesh = new TriangleMesh(data.positions.length / 3, triangles.length / 3);
  mesh.halfedgeVertices.set(triangles);
  mesh.uvs.set(data.uvs);

  // From the last corner to the first, so that each vertex lists its corners in increasing order.
  for (let h = triangles.length - 1; h >= 0; h--) {
    const vertex = triangles[h]!;
    mesh.nextAtVertex[h] = mesh.vertexHalfedges[vertex]!;
    mesh.vertexHalfedges[vertex] = h;
  }

  const valences = new Int32Array(mesh.vertexCount);
  for (const vertex of triangles) valences[vertex]!++;
  for (let h = 0; h < triangles.length; h++) {
    if (mesh.halfedgeEdges[h] !== -1) continue;
    const start = triangles[h]!;
    const end = mesh.endOf(h);
    // Search from the end with fewer corners, so that a hub with many triangles costs no more than others.
    const [from, to] = valences[start]! <= valences[end]! ? [start, end] : [end, start];
    const ring: number[] = [];
    for (let corner = mesh.vertexHalfedges[from]!; corner !== -1;) {
      const back = mesh.previous(corner);
      if (mesh.endOf(corner) === to) ring.push(corner);
      if (mesh.halfedgeVertices[back] === to) ring.push(back);
      corner = mesh.nextAtVertex[corner]!;
    }
    mesh.addEdge(ring.length > 1 ? ring.toSorted((a, b) => a - b) : ring);
  }
  return mesh;
}

/** Check of mesh data. Other fields are allowed; the numbers are checked by `checkMeshData`. */
export const MESH_DATA = valuesOf<MeshData>({
  positions: typedArray,
  triangles: typedArray,
  uvs: typedArray,
  groups: optional(anObject),
});

/**
 * Checks all numbers of mesh data.
 *
 * @throws MeshError that names the face, the vertex or the group.
 */
export function checkMeshData(data: MeshData): void {
  checkOptions("", data, MESH_DATA, MeshError);
  const { positions, triangles, uvs } = data;
  if (positions.length % 3 !== 0) {
    throw new MeshError(`positions: expected three numbers per vertex, got ${positions.length}`);
  }
  if (triangles.length % 3 !== 0) {
    throw new MeshError(`triangles: expected three indices per triangle, got ${triangles.length}`);
  }
  if (uvs.length !== 2 * triangles.length) {
    throw new MeshError(
      `uvs: expected two numbers per corner (${2 * triangles.length}), got ${uvs.length}`,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      throw new MeshError(`vertex ${Math.floor(i / 3)}: position is not a finite number`);
    }
  }
  const vertexCount = positions.length / 3;
  for (let h = 0; h < triangles.length; h++) {
    const face = Math.floor(h / 3);
    const vertex = triangles[h]!;
    if (vertex < 0 || vertex >= vertexCount) {
      throw new MeshError(
        `face ${face}: vertex ${vertex} does not exist (0 to ${vertexCount - 1})`,
      );
    }
    if (vertex === triangles[3 * face + ((h + 1) % 3)]) {
      throw new MeshError(`face ${face}: vertex ${vertex} appears twice, so it is not a triangle`);
    }
    if (!Number.isFinite(uvs[2 * h]) || !Number.isFinite(uvs[2 * h + 1])) {
      throw new MeshError(`face ${face}: uv of corner ${h % 3} is not a finite number`);
    }
  }
  checkGroups(data.groups ?? {}, vertexCount);
}

function checkGroups(groups: VertexGroups, vertexCount: number): void {
  for (const [name, vertices] of Object.entries(groups)) {
    if (!Array.isArray(vertices)) {
      throw new MeshError(
        `groups: expected a list of vertices in ${describeValue(name)}, got ${describeValue(vertices)}`,
      );
    }
    for (const vertex of vertices as readonly number[]) {
      if (Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount) continue;
      throw new MeshError(
        `groups: vertex ${describeValue(vertex)} of ${describeValue(name)} does not exist (0 to ${vertexCount - 1})`,
      );
    }
  }
}
