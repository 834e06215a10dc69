import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Checks all connectivity of a mesh for consistency. Returns the first fault, or null for a valid mesh. O(size of the
 * mesh): for tests and imports, not for time steps.
 *
 * These are valid: two edges between the same vertices (the crack faces of a slit), an edge with any number of
 * triangles, a vertex with any number of fans.
 */
export function validate(mesh: TriangleMesh): string | null {
  for (const check of [
    arrayFaults,
    triangleFaults,
    cornerListFaults,
    ringFaults,
    lineageFaults,
  ] as const) {
    for (const fault of check(mesh)) return fault;
  }
  return null;
}

function* arrayFaults(mesh: TriangleMesh): Generator<string> {
  const { vertexCount, edgeCount, triangleCount } = mesh;
  const halfedges = 3 * triangleCount;
  const needs: [string, Int32Array | Float64Array, number][] = [
    ["halfedgeVertices", mesh.halfedgeVertices, halfedges],
    ["halfedgeEdges", mesh.halfedgeEdges, halfedges],
    ["nextOnEdge", mesh.nextOnEdge, halfedges],
    ["nextAtVertex", mesh.nextAtVertex, halfedges],
    ["uvs", mesh.uvs, 2 * halfedges],
    ["vertexHalfedges", mesh.vertexHalfedges, vertexCount],
    ["vertexOrigins", mesh.vertexOrigins, 2 * vertexCount],
    ["originWeights", mesh.originWeights, vertexCount],
    ["edgeHalfedges", mesh.edgeHalfedges, edgeCount],
  ];
  for (const [name, array, count] of needs) {
    if (array.length < count)
      yield `${name}: expected ${count} numbers or more, got ${array.length}`;
    for (let i = count; i < array.length; i++) {
      if (array[i] !== 0) yield `${name}: expected 0 in the spare entry ${i}, got ${array[i]}`;
    }
  }
}

function* triangleFaults(mesh: TriangleMesh): Generator<string> {
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const triangle = mesh.triangleOf(h);
    const vertex = mesh.halfedgeVertices[h]!;
    if (vertex < 0 || vertex >= mesh.vertexCount) {
      yield `triangle ${triangle}: vertex ${vertex} does not exist`;
    }
    if (vertex === mesh.endOf(h)) yield `triangle ${triangle}: vertex ${vertex} appears twice`;
    const edge = mesh.halfedgeEdges[h]!;
    if (edge < 0 || edge >= mesh.edgeCount) yield `halfedge ${h}: edge ${edge} does not exist`;
    if (!Number.isFinite(mesh.uvs[2 * h]) || !Number.isFinite(mesh.uvs[2 * h + 1])) {
      yield `halfedge ${h}: uv is not finite`;
    }
  }
}

function* cornerListFaults(mesh: TriangleMesh): Generator<string> {
  const halfedgeCount = 3 * mesh.triangleCount;
  const listed = new Uint8Array(halfedgeCount);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    for (const h of mesh.cornersOf(vertex)) {
      if (h < 0 || h >= halfedgeCount) yield `vertex ${vertex}: corner ${h} does not exist`;
      if (listed[h]) yield `vertex ${vertex}: corner ${h} is listed twice`;
      listed[h] = 1;
      if (mesh.halfedgeVertices[h] !== vertex) {
        yield `vertex ${vertex}: lists corner ${h} of vertex ${mesh.halfedgeVertices[h]}`;
      }
    }
  }
  for (let h = 0; h < halfedgeCount; h++) {
    if (!listed[h])
      yield `corner ${h}: missing from the list of vertex ${mesh.halfedgeVertices[h]}`;
  }
}

function* ringFaults(mesh: TriangleMesh): Generator<string> {
  const halfedgeCount = 3 * mesh.triangleCount;
  const listed = new Uint8Array(halfedgeCount);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const first = mesh.edgeHalfedges[edge]!;
    if (first < 0 || first >= halfedgeCount) yield `edge ${edge}: halfedge ${first} does not exist`;
    const low = Math.min(mesh.edgeStart(edge), mesh.edgeEnd(edge));
    const high = Math.max(mesh.edgeStart(edge), mesh.edgeEnd(edge));
    let h = first;
    do {
      if (h < 0 || h >= halfedgeCount || listed[h]) {
        yield `edge ${edge}: its ring is broken at halfedge ${h}`;
      }
      listed[h] = 1;
      const start = mesh.halfedgeVertices[h]!;
      const end = mesh.endOf(h);
      if (mesh.halfedgeEdges[h] !== edge) {
        yield `edge ${edge}: its ring holds halfedge ${h} of edge ${mesh.halfedgeEdges[h]}`;
      }
      if (Math.min(start, end) !== low || Math.max(start, end) !== high) {
        yield `edge ${edge}: halfedge ${h} joins other vertices than ${low} and ${high}`;
      }
      h = mesh.nextOnEdge[h]!;
    } while (h !== first);
  }
  for (let h = 0; h < halfedgeCount; h++) {
    if (!listed[h]) yield `halfedge ${h}: missing from the ring of edge ${mesh.halfedgeEdges[h]}`;
  }
}

function* lineageFaults(mesh: TriangleMesh): Generator<string> {
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const a = mesh.vertexOrigins[2 * vertex]!;
    const b = mesh.vertexOrigins[2 * vertex + 1]!;
    const t = mesh.originWeights[vertex]!;
    for (const origin of [a, b]) {
      if (origin < -1 || origin >= vertex) {
        yield `vertex ${vertex}: origin ${origin} is not an older vertex`;
      }
    }
    if ((a === -1) !== (b === -1)) yield `vertex ${vertex}: has one origin instead of none or two`;
    if (a === b ? t !== 0 : !(t > 0 && t < 1)) {
      yield `vertex ${vertex}: weight ${t} does not fit its origins ${a} and ${b}`;
    }
  }
}
