import type { TriangleMesh } from "./triangle-mesh.js";

/** A line of border edges. */
export interface BoundaryLoop {
  /** The edges in a row. */
  edges: number[];
  /** The vertices along them; a closed loop names its first one once, an open line both of its ends. */
  vertices: number[];
  /** False where the border runs into an edge with three triangles or more and so has no one way to go on. */
  closed: boolean;
}

/**
 * The borders of a mesh: every edge with a single triangle stands in exactly one loop. Where two fans meet in one
 * vertex each has its own loop, so that a walk never jumps from one sheet to the other. A closed surface has none.
 * Loops start at their lowest edge that was not met before and run the way of its triangle. O(size of the mesh).
 */
export function boundaryLoops(mesh: TriangleMesh): BoundaryLoop[] {
  const loops: BoundaryLoop[] = [];
  const seen = new Uint8Array(mesh.edgeCount);
  for (let first = 0; first < mesh.edgeCount; first++) {
    if (seen[first] || !isBorder(mesh, mesh.edgeHalfedges[first]!)) continue;
    const start = mesh.edgeStart(first);
    const forward = follow(mesh, first, mesh.edgeEnd(first), seen);
    if (forward.closed) {
      loops.push({
        edges: [first, ...forward.edges],
        vertices: [start, ...forward.vertices],
        closed: true,
      });
      continue;
    }
    const backward = follow(mesh, first, start, seen);
    loops.push({
      edges: [...backward.edges.toReversed(), first, ...forward.edges],
      vertices: [...backward.vertices.toReversed(), ...forward.vertices],
      closed: false,
    });
  }
  return loops;
}

/** Goes on from a border edge at one of its ends until it is back or the border has no way on. */
function follow(mesh: TriangleMesh, first: number, end: number, seen: Uint8Array): BoundaryLoop {
  const edges: number[] = [];
  const vertices = [end];
  seen[first] = 1;
  let halfedge = mesh.edgeHalfedges[first]!;
  let vertex = end;
  for (;;) {
    const next = acrossFan(mesh, halfedge, vertex);
    if (next === -1) return { edges, vertices, closed: false };
    const edge = mesh.halfedgeEdges[next]!;
    if (edge === first) {
      vertices.pop(); // back at the start
      return { edges, vertices, closed: true };
    }
    seen[edge] = 1;
    edges.push(edge);
    vertex =
      mesh.halfedgeVertices[next] === vertex ? mesh.endOf(next) : mesh.halfedgeVertices[next]!;
    vertices.push(vertex);
    halfedge = next;
  }
}

/**
 * From a border halfedge through the triangles at one of its ends to the border halfedge on the other side of the
 * fan; −1 when an edge with more than two triangles lies between.
 */
function acrossFan(mesh: TriangleMesh, halfedge: number, vertex: number): number {
  let h = halfedge;
  for (;;) {
    // The other edge of this triangle at the vertex.
    h = mesh.halfedgeVertices[h] === vertex ? mesh.previous(h) : mesh.next(h);
    if (isBorder(mesh, h)) return h;
    const twin = mesh.nextOnEdge[h]!;
    if (mesh.nextOnEdge[twin] !== h) return -1;
    h = twin;
  }
}

function isBorder(mesh: TriangleMesh, halfedge: number): boolean {
  return mesh.nextOnEdge[halfedge] === halfedge;
}
