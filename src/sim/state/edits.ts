// Edits in states and recordings: their checks, and the counts of a mesh before and after them.
//
import { redo, type TopologyEdit, type TriangleMesh } from "../../mesh/index.js";
import {
  anything,
  type Check,
  ContainerError,
  inRange,
  list,
  oneOf,
  record,
  refuse,
  whole,
} from "../../math/check-data.js";
import type { MeshCounts } from "../../stores/index.js";

/** The counts of a mesh now. */
export function countsOf(mesh: TriangleMesh): MeshCounts {
  return {
    vertices: mesh.vertexCount,
    edges: mesh.edgeCount,
    triangles: mesh.triangleCount,
    edits: mesh.editCount,
  };
}

/** The elements that an edit adds to a mesh. */
function addedBy(edit: TopologyEdit): MeshCounts {
  const isSplitEdge = edit.type === "split-edge";
  return {
    vertices: edit.type === "separate-edge" ? 0 : 1,
    edges: isSplitEdge ? edit.crossEdges.length + 1 : edit.newEdges.length,
    triangles: isSplitEdge ? edit.newTriangles.length : 0,
    edits: 1,
  };
}

/** The counts of a mesh after some edits, or (`sign` −1) before them. */
export function countsAfter(
  counts: MeshCounts,
  edits: readonly TopologyEdit[],
  sign: 1 | -1 = 1,
): MeshCounts {
  const after = { ...counts };
  for (const edit of edits) {
    const added = addedBy(edit);
    for (const name of Object.keys(after) as (keyof MeshCounts)[])
      after[name] += sign * added[name];
  }
  return after;
}

const id = whole();
const ids = list(id);

const EDITS: Readonly<Record<TopologyEdit["type"], Check>> = {
  "split-vertex": record({
    type: oneOf("split-vertex"),
    serial: id,
    vertex: id,
    newVertex: id,
    movedCorners: ids,
    dividedEdges: ids,
    newEdges: ids,
    corners: ids,
    rings: list(ids),
  }),
  "split-edge": record({
    type: oneOf("split-edge"),
    serial: id,
    edge: id,
    start: id,
    end: id,
    t: inRange(0, 1),
    newVertex: id,
    newEdge: id,
    triangles: ids,
    newTriangles: ids,
    crossEdges: ids,
    startEdges: ids,
    endEdges: ids,
    movedCorners: ids,
    newCorners: ids,
  }),
  "separate-edge": record({
    type: oneOf("separate-edge"),
    serial: id,
    edge: id,
    ring: ids,
    newEdges: ids,
  }),
};

/** Checks the fields of an edit. `redoSame` checks that it fits the mesh. */
const edit: Check = (value, field) => {
  const type = (value as { type?: unknown } | null)?.type;
  const isKnown = typeof type === "string" && Object.hasOwn(EDITS, type);
  if (!isKnown) refuse(`${field}.type`, Object.keys(EDITS).join(", "), type);
  EDITS[type as TopologyEdit["type"]](value, field);
};

/** Check of a list of edits from an index on. Those before it are known to be valid. */
export function editsFrom(first: number): Check {
  return (value, field) => {
    list(anything)(value, field);
    const items = value as unknown[];
    for (let i = first; i < items.length; i++) edit(items[i], `${field}.${i}`);
  };
}

/** Check of a list of edits. */
export const edits = editsFrom(0);

/** Number of leading edits that two lists have in common. Equal edits are the same objects. */
export function commonEdits(some: readonly unknown[], others: readonly unknown[]): number {
  let count = 0;
  while (count < some.length && some[count] === others[count]) count++;
  return count;
}

/**
 * Repeats an edit of a file. The mesh must produce exactly the same record, because everything that follows the mesh
 * reads the record.
 *
 * @throws ContainerError that names the field.
 */
export function redoSame(mesh: TriangleMesh, edit: TopologyEdit, field: string): void {
  let made: TopologyEdit;
  try {
    made = redo(mesh, edit);
  } catch (error) {
    throw new ContainerError(`${field}: ${(error as Error).message}`);
  }
  for (const [name, value] of Object.entries(made)) {
    const recorded = (edit as unknown as Record<string, unknown>)[name];
    if (JSON.stringify(recorded) === JSON.stringify(value)) continue;
    throw new ContainerError(
      `${field}.${name}: expected the numbers that the mesh produces, got others`,
    );
  }
}
