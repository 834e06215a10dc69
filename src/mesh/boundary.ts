import type { TriangleMesh } from "./triangle-mesh.js";

/** A chain of border edges. */
export interface BoundaryLoop {
  /** The edges in order. */
  edges: number[];
  /** The vertices along them. A closed loop contains its first one once, an open chain both of its ends. */
  vertices: number[];
  /** False if the border ends at an edge with three triangles or more, where its continuation is ambiguous. */
  closed: boolean;
}

/**
 * Finds the borders of a mesh. Every edge with a single triangle is in exactly one loop. Where two fans meet in one
 * vertex, each has its own loop, so that a loop never jumps from one sheet to the other. A closed surface has none. A
 * loop starts at its lowest edge that is not in an earlier loop, and follows the direction of its triangle. O(size of
 * the mesh).
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

/** Follows the border from one end of an edge until it returns or ends. */
function follow(mesh: TriangleMesh, first: number, end: number, seen: Uint8Array): BoundaryLoop {
  const edges: number[] = [];
  const vertices = [end];
  seen[first] = 1;
  let halfedge = mesh.edgeHalfedges[first]!;
  let vertex = end;
  for (;;) {
    const next = oppositeInFan(mesh, halfedge, vertex);
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
 * From a border halfedge through the fan at one of its ends to the border halfedge on the other side; −1 if there is an
 * edge with more than two triangles in between.
 */
function oppositeInFan(mesh: TriangleMesh, halfedge: number, vertex: number): number {
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
