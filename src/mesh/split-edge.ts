import { MeshError, requireEdge } from "./mesh-error.js";
import type { EdgeSplit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Adds a vertex on an edge, at `t` between `edgeStart` (0) and `edgeEnd` (1), and divides every triangle of the edge in
 * two, from the new vertex to its far corner. It works on borders and non-manifold edges. The uv of the new corners is
 * interpolated within each triangle, so seams keep both sides (Önal 3.3). O(valence of the vertices around).
 *
 *           far                       far
 *          /   \                     / | \
 *         /     \                   /  |  \       old triangle: the part at the start
 *        /       \       →         /old|new\
 *     start ──── end           start ─ m ─ end    old edge: start–m, new edge: m–end
 *
 * @throws MeshError if `t` is not between 0 and 1 or the edge does not exist.
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
    // Forward triangles run from start to end along h, the others in reverse.
    const forward = mesh.halfedgeVertices[h] === start;
    const oldEnd = forward ? mesh.next(h) : h; // this corner moves to the new vertex
    const oldStart = forward ? h : mesh.next(h);
    const oldFar = mesh.previous(h);
    const farVertex = mesh.halfedgeVertices[oldFar]!;
    const toFar = forward ? oldEnd : oldFar; // halfedge between the end and the far corner
    const farEdge = mesh.halfedgeEdges[toFar]!;
    endEdges.push(farEdge);
    startEdges.push(mesh.halfedgeEdges[forward ? oldFar : mesh.next(h)]!);

    // The new triangle has the same winding as the old one, starting at the old end.
    const triangle = mesh.addTriangle();
    const newEnd = 3 * triangle;
    const newCorner = forward ? newEnd + 2 : newEnd + 1;
    const newFar = forward ? newEnd + 1 : newEnd + 2;
    const onEdge = forward ? newCorner : newEnd;
    const newToFar = forward ? newEnd : newFar;
    const newCross = forward ? newFar : newCorner;

    copyUv(mesh, oldEnd, newEnd);
    copyUv(mesh, oldFar, newFar);
    interpolateUv(mesh, oldStart, newEnd, t, oldEnd);
    copyUv(mesh, oldEnd, newCorner);

    mesh.insertCorner(farVertex, oldFar, newFar);
    mesh.replaceOnEdge(farEdge, toFar, newToFar);
    crossEdges.push(mesh.addEdge([toFar, newCross]));
    movedCorners.push(oldEnd);
    newCorners.push(newCorner);
    farHalf.push(onEdge);
    triangles.push(mesh.triangleOf(h));
    newTriangles.push(triangle);
  }
  const cornersAtEnd: number[] = [];
  for (let h = mesh.vertexHalfedges[end]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    // A corner that moves to the new vertex is replaced by the corner of the new triangle.
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

/** Undoes a `splitEdge`, bit-exact. */
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

/** Collected changes of corner lists, so that each list is walked once. */
class CornerChanges {
  readonly #changes = new Map<number, Map<number, readonly number[]>>();

  /** Replaces one corner in the list of a vertex by others. */
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
