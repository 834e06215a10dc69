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
  | { sphere: { center: Vec3; radius: number } }
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

interface Ball {
  center: Vec3;
  radius: number;
}

/** The ways to select, of which a selection has one. */
interface SelectionFields {
  uv?: UvBox;
  sphere?: Ball;
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

export const SELECTION = also(
  object<SelectionFields>({
    uv: optional(UV),
    sphere: optional(object<Ball>({ center: vector, radius: distance })),
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
      throw new RangeError(
        `select.ids.${i}: there is no vertex ${ids[i]} (0 to ${vertexCount - 1})`,
      );
    }
    return;
  }
  if (Object.hasOwn(groups, selection.group)) return;
  const names = Object.keys(groups);
  const known = names.length === 0 ? "this mesh has none" : `expected ${names.join(" or ")}`;
  throw new RangeError(
    `select.group: there is no group ${describeValue(selection.group)}, ${known}`,
  );
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
  { center: given, radius }: Ball,
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
