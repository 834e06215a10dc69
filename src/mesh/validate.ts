import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Checks every relation of a mesh against every other. Gives one line per fault; an empty list means that
 * the mesh is whole. O(size of the mesh): for tests, imports and doubts, not for the time step.
 */
export function validate(mesh: TriangleMesh): string[] {
  return [...triangleFaults(mesh), ...vertexFaults(mesh), ...edgeFaults(mesh)];
}

function* triangleFaults(mesh: TriangleMesh): Generator<string> {
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const triangle = mesh.triangleOf(h);
    const vertex = mesh.halfedgeVertices[h]!;
    if (vertex < 0 || vertex >= mesh.vertexCount) {
      yield `triangle ${triangle}: vertex ${vertex} does not exist`;
    }
    if (vertex === mesh.endOf(h)) yield `triangle ${triangle}: vertex ${vertex} stands twice`;
    const edge = mesh.halfedgeEdges[h]!;
    if (edge < 0 || edge >= mesh.edgeCount) yield `halfedge ${h}: edge ${edge} does not exist`;
    if (!Number.isFinite(mesh.uvs[2 * h]) || !Number.isFinite(mesh.uvs[2 * h + 1])) {
      yield `halfedge ${h}: uv is not finite`;
    }
  }
}

function* vertexFaults(mesh: TriangleMesh): Generator<string> {
  const halfedgeCount = 3 * mesh.triangleCount;
  const listed = new Uint8Array(halfedgeCount);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const parent = mesh.vertexParents[vertex]!;
    if (parent < -1 || parent >= vertex) {
      yield `vertex ${vertex}: parent ${parent} is not an older vertex`;
    }
    for (const h of mesh.cornersOf(vertex)) {
      if (h < 0 || h >= halfedgeCount) {
        yield `vertex ${vertex}: corner ${h} does not exist`;
        break;
      }
      if (listed[h]) {
        yield `vertex ${vertex}: corner ${h} is listed twice`;
        break;
      }
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

function* edgeFaults(mesh: TriangleMesh): Generator<string> {
  const halfedgeCount = 3 * mesh.triangleCount;
  const listed = new Uint8Array(halfedgeCount);
  const edgeOfPair = new Map<number, number>();
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const low = Math.min(mesh.edgeStart(edge), mesh.edgeEnd(edge));
    const high = Math.max(mesh.edgeStart(edge), mesh.edgeEnd(edge));
    const pair = low * mesh.vertexCount + high;
    const other = edgeOfPair.get(pair);
    if (other !== undefined)
      yield `edges ${other} and ${edge}: both join vertices ${low} and ${high}`;
    edgeOfPair.set(pair, edge);

    const first = mesh.edgeHalfedges[edge]!;
    let h = first;
    do {
      if (h < 0 || h >= halfedgeCount || listed[h]) {
        yield `edge ${edge}: its ring is broken at halfedge ${h}`;
        break;
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
