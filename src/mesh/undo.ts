import { MeshError } from "./mesh-error.js";
import { openEdge } from "./separate-edge.js";
import { splitEdge, undoSplitEdge } from "./split-edge.js";
import { splitVertex } from "./split-vertex.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * Takes the latest edit of a mesh back: every array is again what it was, to the bit. Edits are undone in
 * reverse order, each once. O(valence).
 *
 * @throws MeshError when the edit is not the latest one.
 */
export function undo(mesh: TriangleMesh, edit: TopologyEdit): void {
  if (edit.serial !== mesh.editCount - 1) {
    throw new MeshError(
      `undo: this ${edit.type} is edit ${edit.serial}, but the latest one is ${mesh.editCount - 1}`,
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
 * Makes an edit once more, on a mesh in the state in which it was first made: after `undo`, or on a copy in
 * another thread. The same numbers come out.
 *
 * @throws MeshError when the edit is not the next one.
 */
export function redo(mesh: TriangleMesh, edit: TopologyEdit): TopologyEdit {
  if (edit.serial !== mesh.editCount) {
    throw new MeshError(
      `redo: this ${edit.type} is edit ${edit.serial}, but the next one is ${mesh.editCount}`,
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
