import {
  also,
  checkOptions,
  distance,
  expected,
  list,
  numbersOf,
  object,
  optional,
  pair,
  text,
  describeValue,
  vector,
  wholeNumber,
  type Check,
} from "../math/check-options.js";
import { type Vec3, toTuple } from "../math/vec3.js";
import type { TriangleMesh, VertexGroups } from "../mesh/index.js";

/** A box in texture space: its lower and its upper corner, inclusive. */
export type UvBox = readonly [
  low: readonly [u: number, v: number],
  high: readonly [u: number, v: number],
];

/** A set of vertices of a cloth, by one of four criteria. */
export type Selection =
  /** Vertices with a triangle corner in a box of texture space. */
  | { uv: UvBox }
  /** Vertices inside or on a sphere in world space, m. */
  | { sphere: { center: Vec3; radius: number } }
  /** Vertices by index. */
  | { ids: readonly number[] }
  /** Vertices of a group of the mesh, and vertices that edits created from these alone. */
  | { group: string };

/** Data that a selection needs besides the mesh. */
interface SelectionSource {
  /** m, three numbers per vertex. */
  positions: Float64Array;
  /** Default: none. */
  groups?: VertexGroups | undefined;
}

/**
 * Returns the vertices of a selection, in ascending order.
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
  if ("ids" in selection) return ascending(new Set(selection.ids));
  return selectByGroup(mesh, groups[selection.group]!);
}

interface Sphere {
  center: Vec3;
  radius: number;
}

/** The criteria of a selection; exactly one is present. */
interface SelectionFields {
  uv?: UvBox;
  sphere?: Sphere;
  ids?: readonly number[];
  group?: string;
}

const CORNERS = list(pair);

const UV: Check = (box) => {
  if (!Array.isArray(box) || box.length !== 2) {
    return expected("two corners of two finite numbers each", box);
  }
  const fault = CORNERS(box);
  if (fault !== null) return fault;
  const [low, high] = box as unknown as UvBox;
  return low[0] <= high[0] && low[1] <= high[1]
    ? null
    : ": expected the lower corner first, then the upper one";
};

/** Check of a selection. */
export const SELECTION = also(
  object<SelectionFields>({
    uv: optional(UV),
    sphere: optional(object<Sphere>({ center: vector, radius: distance })),
    ids: optional(numbersOf(wholeNumber())),
    group: optional(text),
  }),
  (given: SelectionFields) => {
    const names = Object.keys(given) as (keyof SelectionFields)[];
    if (names.length === 1 && given[names[0]!] !== undefined) return null;
    const got = names.length > 1 ? names.join(", ") : "none";
    return `: expected one of uv, sphere, ids, group, got ${got}`;
  },
);

function checkSelection(selection: Selection, vertexCount: number, groups: VertexGroups): void {
  checkOptions("select", selection, SELECTION);
  if ("uv" in selection || "sphere" in selection) return;
  if ("ids" in selection) {
    const { ids } = selection;
    for (let i = 0; i < ids.length; i++) {
      if (ids[i]! < vertexCount) continue;
      throw new RangeError(`select.ids.${i}: expected 0 to ${vertexCount - 1}, got ${ids[i]}`);
    }
    return;
  }
  if (Object.hasOwn(groups, selection.group)) return;
  const names = Object.keys(groups);
  const known = names.length === 0 ? "a mesh with groups" : names.join(" or ");
  throw new RangeError(`select.group: expected ${known}, got ${describeValue(selection.group)}`);
}

/** Returns the vertices with a triangle corner inside a uv box, in ascending order. */
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
  return ascending(selected);
}

function selectBySphere(
  mesh: TriangleMesh,
  positions: Float64Array,
  { center: given, radius }: Sphere,
): number[] {
  const center = toTuple(given);
  const selected: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const x = positions[3 * v]! - center[0];
    const y = positions[3 * v + 1]! - center[1];
    const z = positions[3 * v + 2]! - center[2];
    if (x * x + y * y + z * z <= radius * radius) selected.push(v);
  }
  return selected;
}

/** An origin has a lower index than the vertices created from it, so one pass finds all. */
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
  return ascending(selected);
}

function ascending(vertices: ReadonlySet<number>): number[] {
  return [...vertices].toSorted((a, b) => a - b);
}
