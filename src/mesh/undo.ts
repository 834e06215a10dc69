import { MeshError } from "./mesh-error.js";
import { openEdge } from "./separate-edge.js";
import { splitEdge, undoSplitEdge } from "./split-edge.js";
import { splitVertex } from "./split-vertex.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Undoes the latest edit of a mesh: all arrays are restored bit-exact. Edits are undone in reverse order, each once.
 * O(valence).
 *
 * @throws MeshError if the edit is not the latest one.
 */
export function undo(mesh: TriangleMesh, edit: TopologyEdit): void {
  if (edit.serial !== mesh.editCount - 1 || !isInPlace(mesh, edit)) {
    throw new MeshError(
      `undo: this ${edit.type} (edit ${edit.serial}) is not the latest edit of this mesh (edit ${mesh.editCount - 1})`,
    );
  }
  mesh.editCount--;
  if (edit.type === "split-edge") {
    undoSplitEdge(mesh, edit);
    return;
  }
  if (edit.type === "separate-edge") {
    mesh.setRing(edit.edge, edit.ring);
    for (let i = 0; i < edit.newEdges.length; i++) mesh.removeLastEdge();
    return;
  }
  mesh.setCorners(edit.vertex, edit.corners);
  for (let i = 0; i < edit.rings.length; i++) {
    mesh.setRing(edit.dividedEdges[i]!, edit.rings[i]!);
    mesh.removeLastEdge();
  }
  mesh.removeLastVertex();
}

/**
 * Repeats an edit on a mesh in the same state as before the edit: after `undo`, or on a copy in another thread. The
 * resulting indices are the same.
 *
 * @throws MeshError if the edit is not the next one.
 */
export function redo(mesh: TriangleMesh, edit: TopologyEdit): TopologyEdit {
  if (edit.serial !== mesh.editCount || !canBeMade(mesh, edit)) {
    throw new MeshError(
      `redo: this ${edit.type} (edit ${edit.serial}) does not fit this mesh, whose next edit is ${mesh.editCount}`,
    );
  }
  if (edit.type === "split-edge") return splitEdge(mesh, edit.edge, edit.t);
  if (edit.type === "separate-edge") return openEdge(mesh, edit.edge);
  return splitVertex(
    mesh,
    edit.vertex,
    edit.movedCorners.map((corner) => mesh.triangleOf(corner)),
  );
}

/** True if the mesh is in the state after the edit. For an edit of another mesh or of another history it is not. */
function isInPlace(mesh: TriangleMesh, edit: TopologyEdit): boolean {
  if (edit.type === "separate-edge") {
    return (
      edit.newEdges.at(-1) === mesh.edgeCount - 1 &&
      [edit.edge, ...edit.newEdges].every(
        (edge, i) =>
          areEqual(mesh.ringOf(edge), [edit.ring[i]!]) &&
          areEqual(endsOf(mesh, edge), endsOf(mesh, edit.edge)),
      )
    );
  }
  if (edit.newVertex !== mesh.vertexCount - 1) return false;
  const corners = [...mesh.cornersOf(edit.newVertex)];
  if (edit.type === "split-edge") {
    return (
      edit.newTriangles.at(-1) === mesh.triangleCount - 1 &&
      edit.newEdge === mesh.edgeCount - 1 &&
      edit.t === mesh.originWeights[edit.newVertex] &&
      areEqual(corners, [...edit.movedCorners, ...edit.newCorners])
    );
  }
  const newest = edit.newEdges.at(-1);
  return (
    (newest === undefined || newest === mesh.edgeCount - 1) &&
    areEqual(corners, edit.movedCorners) &&
    corners.length + [...mesh.cornersOf(edit.vertex)].length === edit.corners.length
  );
}

/** True if the mesh is in the state before the edit. */
function canBeMade(mesh: TriangleMesh, edit: TopologyEdit): boolean {
  if (edit.type === "split-vertex") {
    return (
      edit.newVertex === mesh.vertexCount &&
      areEqual([...mesh.cornersOf(edit.vertex)], edit.corners) &&
      edit.movedCorners.every((corner) => edit.corners.includes(corner))
    );
  }
  if (!(edit.edge >= 0 && edit.edge < mesh.edgeCount)) return false;
  if (edit.type === "separate-edge") {
    return edit.newEdges[0] === mesh.edgeCount && areEqual(mesh.ringOf(edit.edge), edit.ring);
  }
  return (
    edit.newVertex === mesh.vertexCount &&
    edit.newTriangles[0] === mesh.triangleCount &&
    areEqual(mesh.trianglesOn(edit.edge), edit.triangles)
  );
}

/** The two ends of an edge, the lowest first. */
function endsOf(mesh: TriangleMesh, edge: number): number[] {
  const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  return [Math.min(a, b), Math.max(a, b)];
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
