import { checkVector } from "../math/check-vector.js";
import type { Vector3 } from "../math/vector.js";
import type { TriangleMesh, VertexGroups } from "../mesh/index.js";

/** A box in texture space: its lower and its upper corner, borders included. */
export type UvBox = readonly [
  low: readonly [u: number, v: number],
  high: readonly [u: number, v: number],
];

/** Some vertices of a cloth, told in one of four ways. */
export type Selection =
  /** Those with a corner in a box of texture space. */
  | { uv: UvBox }
  /** Those in a ball in the world, m, its surface included. */
  | { sphere: { center: Vector3; radius: number } }
  /** Those with these numbers. */
  | { ids: readonly number[] }
  /** Those of a group of the mesh, and all that edits have made from them alone. */
  | { group: string };

/** What a selection is made from besides the mesh. */
export interface SelectionSource {
  /** Three coordinates a vertex, m. */
  positions: Float64Array;
  groups?: VertexGroups | undefined;
}

/**
 * The vertices of a selection, in rising order.
 *
 * @throws RangeError that names the field.
 */
export function selectVertices(
  mesh: TriangleMesh,
  selection: Selection,
  { positions, groups = {} }: SelectionSource,
): number[] {
  checkSelection(selection, mesh.vertexCount, groups);
  if ("uv" in selection) return selectByUv(mesh, selection.uv);
  if ("sphere" in selection) return selectBySphere(mesh, positions, selection.sphere);
  if ("ids" in selection) return rising(new Set(selection.ids));
  return selectByGroup(mesh, groups[selection.group]!);
}

/** The ways to select, each by the name of its field. */
const WAYS = ["uv", "sphere", "ids", "group"];

function checkSelection(selection: Selection, vertexCount: number, groups: VertexGroups): void {
  const fields = Object.keys(selection);
  if (fields.length !== 1 || !WAYS.includes(fields[0]!)) {
    throw new RangeError(
      `select: expected one of ${WAYS.join(", ")}, got ${fields.join(", ") || "none"}`,
    );
  }
  if ("uv" in selection) {
    const [low, high] = selection.uv;
    if (low[0] <= high[0] && low[1] <= high[1]) return;
    throw new RangeError("select.uv: expected the lower corner first, then the upper one");
  }
  if ("sphere" in selection) {
    const { center, radius } = selection.sphere;
    checkVector("select.sphere.center", center);
    if (radius >= 0) return;
    throw new RangeError(`select.sphere.radius: expected a length of 0 m or more, got ${radius}`);
  }
  if ("ids" in selection) {
    const bad = selection.ids.find((id) => !(Number.isInteger(id) && id >= 0 && id < vertexCount));
    if (bad === undefined) return;
    throw new RangeError(`select.ids: there is no vertex ${bad} (0 to ${vertexCount - 1})`);
  }
  if (Object.hasOwn(groups, selection.group)) return;
  const names = Object.keys(groups);
  const known = names.length === 0 ? "this mesh has none" : `expected ${names.join(" or ")}`;
  throw new RangeError(`select.group: there is no group "${selection.group}", ${known}`);
}

/** The vertices with a corner inside a uv box, in rising order. */
export function selectByUv(mesh: TriangleMesh, box: UvBox): number[] {
  const [low, high] = box;
  const selected = new Set<number>();
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const u = mesh.uvs[2 * h]!;
    const v = mesh.uvs[2 * h + 1]!;
    if (u >= low[0] && u <= high[0] && v >= low[1] && v <= high[1]) {
      selected.add(mesh.halfedgeVertices[h]!);
    }
  }
  return rising(selected);
}

function selectBySphere(
  mesh: TriangleMesh,
  positions: Float64Array,
  { center, radius }: { center: Vector3; radius: number },
): number[] {
  const selected: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const x = positions[3 * v]! - center[0];
    const y = positions[3 * v + 1]! - center[1];
    const z = positions[3 * v + 2]! - center[2];
    if (x * x + y * y + z * z <= radius * radius) selected.push(v);
  }
  return selected;
}

/** Origins are older than what comes from them, so one walk finds all. */
function selectByGroup(
  { vertexCount, vertexOrigins }: TriangleMesh,
  group: readonly number[],
): number[] {
  const selected = new Set(group);
  for (let v = 0; v < vertexCount; v++) {
    if (selected.has(vertexOrigins[2 * v]!) && selected.has(vertexOrigins[2 * v + 1]!)) {
      selected.add(v);
    }
  }
  return rising(selected);
}

function rising(vertices: ReadonlySet<number>): number[] {
  return [...vertices].toSorted((a, b) => a - b);
}
