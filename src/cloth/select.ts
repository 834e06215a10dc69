import {
  checkOptions,
  distance,
  expected,
  listed,
  numbers,
  object,
  pair,
  shownName,
  text,
  told,
  vector,
  type Check,
} from "../math/check-options.js";
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

type Way = Selection extends infer S ? (S extends unknown ? keyof S : never) : never;

/** The ways to select, each by the name of its field. */
const WAYS: Readonly<Record<Way, Check>> = {
  uv: (box) => {
    const isBox = Array.isArray(box) && box.length === 2 && (pair(box[0]) ?? pair(box[1])) === null;
    return isBox ? null : expected("two corners of two finite numbers each", box);
  },
  sphere: object<{ center: Vector3; radius: number }>({ center: vector, radius: distance }),
  ids: numbers,
  group: text,
};

export const SELECTION: Check = (value) => {
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const [name] = names;
  if (names.length === 1 && Object.hasOwn(WAYS, name!)) {
    const fault = WAYS[name as Way]((value as Record<string, unknown>)[name!]);
    return fault === null ? null : `.${name}${fault}`;
  }
  const ways = Object.keys(WAYS);
  if (typeof value !== "object" || value === null)
    return expected(`an object with one of ${listed(ways)}`, value);
  return `: expected one of ${ways.join(", ")}, got ${names.slice(0, ways.length).map(shownName).join(", ") || "none"}`;
};

function checkSelection(selection: Selection, vertexCount: number, groups: VertexGroups): void {
  checkOptions("select", selection, SELECTION);
  if ("uv" in selection) {
    const [low, high] = selection.uv;
    if (low[0] <= high[0] && low[1] <= high[1]) return;
    throw new RangeError("select.uv: expected the lower corner first, then the upper one");
  }
  if ("sphere" in selection) return;
  if ("ids" in selection) {
    const ids = [...selection.ids];
    const wrong = ids.findIndex((id) => !(Number.isInteger(id) && id >= 0 && id < vertexCount));
    if (wrong === -1) return;
    throw new RangeError(
      `select.ids: there is no vertex ${told(ids[wrong])} (0 to ${vertexCount - 1})`,
    );
  }
  if (Object.hasOwn(groups, selection.group)) return;
  const names = Object.keys(groups);
  const known = names.length === 0 ? "this mesh has none" : `expected ${names.join(" or ")}`;
  throw new RangeError(`select.group: there is no group ${told(selection.group)}, ${known}`);
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
