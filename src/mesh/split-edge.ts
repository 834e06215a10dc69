import { MeshError, requireEdge } from "./mesh-error.js";
import type { EdgeSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Puts a new vertex on an edge, at `t` between `edgeStart` (0) and `edgeEnd` (1), and divides every triangle
 * of the edge in two, from the new vertex to its far corner. Works on borders and where many triangles meet.
 * The uv of the new corners is interpolated within each triangle, so seams keep both of their sides (Önal 3.3).
 * O(valence of the vertices around).
 *
 *           far                       far
 *          /   \                     / | \
 *         /     \                   /  |  \       old triangle: the part at the start
 *        /       \       →         /old|new\
 *     start ──── end           start ─ m ─ end    old edge: start–m, new edge: m–end
 *
 * @throws MeshError when `t` is not between 0 and 1.
 */
export function splitEdge(mesh: TriangleMesh, edge: number, t: number): EdgeSplit {
  if (!(t > 0 && t < 1)) {
    throw new MeshError(`splitEdge: expected t between 0 and 1, got ${t}`);
  }
  requireEdge(mesh, edge, "splitEdge");
  const start = mesh.edgeStart(edge);
  const end = mesh.edgeEnd(edge);
  const ring = mesh.ringOf(edge);
  const newVertex = mesh.addVertex(start, end, t);
  const movedCorners: number[] = [];
  const newCorners: number[] = [];
  const farHalf: number[] = [];
  const triangles: number[] = [];
  const newTriangles: number[] = [];
  const crossEdges: number[] = [];
  const startEdges: number[] = [];
  const endEdges: number[] = [];

  for (const h of ring) {
    // Forward triangles run start → end along h, the others run against it.
    const forward = mesh.halfedgeVertices[h] === start;
    const oldEnd = forward ? mesh.next(h) : h; // this corner goes over to the new vertex
    const oldStart = forward ? h : mesh.next(h);
    const oldFar = mesh.previous(h);
    const farVertex = mesh.halfedgeVertices[oldFar]!;
    const toFar = forward ? oldEnd : oldFar; // halfedge between the end and the far corner
    const farEdge = mesh.halfedgeEdges[toFar]!;
    endEdges.push(farEdge);
    startEdges.push(mesh.halfedgeEdges[forward ? oldFar : mesh.next(h)]!);

    // The new triangle names its corners in the same turn as the old one, the old end first.
    const triangle = mesh.addTriangle();
    const newEnd = 3 * triangle;
    const newMiddle = forward ? newEnd + 2 : newEnd + 1;
    const newFar = forward ? newEnd + 1 : newEnd + 2;
    const onEdge = forward ? newMiddle : newEnd;
    const newToFar = forward ? newEnd : newFar;
    const newCross = forward ? newFar : newMiddle;

    copyUv(mesh, oldEnd, newEnd);
    copyUv(mesh, oldFar, newFar);
    interpolateUv(mesh, oldStart, newEnd, t, oldEnd);
    copyUv(mesh, oldEnd, newMiddle);

    mesh.insertCorner(farVertex, oldFar, newFar);
    mesh.replaceOnEdge(farEdge, toFar, newToFar);
    crossEdges.push(mesh.addEdge([toFar, newCross]));
    movedCorners.push(oldEnd);
    newCorners.push(newMiddle);
    farHalf.push(onEdge);
    triangles.push(mesh.triangleOf(h));
    newTriangles.push(triangle);
  }
  const cornersAtEnd: number[] = [];
  for (let h = mesh.vertexHalfedges[end]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    // What goes over to the new vertex leaves its place to the corner of the new triangle.
    const moved = movedCorners.indexOf(h);
    cornersAtEnd.push(moved === -1 ? h : 3 * newTriangles[moved]!);
  }
  mesh.setCorners(end, cornersAtEnd);
  mesh.setCorners(newVertex, [...movedCorners, ...newCorners]);
  const newEdge = mesh.addEdge(farHalf);
  return {
    type: "split-edge",
    serial: mesh.editCount++,
    edge,
    start,
    end,
    t,
    newVertex,
    newEdge,
    triangles,
    newTriangles,
    crossEdges,
    startEdges,
    endEdges,
    movedCorners,
    newCorners,
  };
}

/** Takes a `splitEdge` back, to the bit. */
export function undoSplitEdge(mesh: TriangleMesh, edit: EdgeSplit): void {
  const { edge, start, end } = edit;
  const ring = mesh.ringOf(edge);
  const changes = new CornerChanges();
  for (let i = ring.length - 1; i >= 0; i--) {
    const h = ring[i]!;
    const forward = mesh.halfedgeVertices[h] === start;
    const oldEnd = forward ? mesh.next(h) : h;
    const oldFar = mesh.previous(h);
    const farVertex = mesh.halfedgeVertices[oldFar]!;
    const toFar = forward ? oldEnd : oldFar;
    const newEnd = 3 * edit.newTriangles[i]!;
    const newFar = forward ? newEnd + 1 : newEnd + 2;
    const newToFar = forward ? newEnd : newFar;

    copyUv(mesh, newEnd, oldEnd);
    changes.replace(end, newEnd, [oldEnd]);
    changes.replace(farVertex, newFar, []);
    mesh.replaceOnEdge(mesh.halfedgeEdges[newToFar]!, newToFar, toFar);
  }
  changes.apply(mesh);
  for (let i = 0; i < ring.length; i++) mesh.removeLastTriangle();
  for (let i = 0; i <= edit.crossEdges.length; i++) mesh.removeLastEdge();
  mesh.removeLastVertex();
}

function copyUv(mesh: TriangleMesh, from: number, to: number): void {
  mesh.uvs[2 * to] = mesh.uvs[2 * from]!;
  mesh.uvs[2 * to + 1] = mesh.uvs[2 * from + 1]!;
}

function interpolateUv(mesh: TriangleMesh, a: number, b: number, t: number, to: number): void {
  const { uvs } = mesh;
  for (let k = 0; k < 2; k++) {
    uvs[2 * to + k] = uvs[2 * a + k]! + t * (uvs[2 * b + k]! - uvs[2 * a + k]!);
  }
}

/** Changes of the corner lists of vertices, gathered so that each list is walked once. */
class CornerChanges {
  readonly #changes = new Map<number, Map<number, readonly number[]>>();

  /** Puts other corners into the place of one in the list of a vertex. */
  replace(vertex: number, corner: number, replacement: readonly number[]): void {
    let changes = this.#changes.get(vertex);
    if (changes === undefined) this.#changes.set(vertex, (changes = new Map()));
    changes.set(corner, replacement);
  }

  apply(mesh: TriangleMesh): void {
    for (const [vertex, changes] of this.#changes) {
      const corners: number[] = [];
      for (const corner of mesh.cornersOf(vertex)) {
        const replacement = changes.get(corner);
        if (replacement === undefined) corners.push(corner);
        else corners.push(...replacement);
      }
      mesh.setCorners(vertex, corners);
    }
  }
}
