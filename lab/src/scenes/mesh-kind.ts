import type { SceneInput } from "tatter/scene";
import { resolutionOf } from "./scenes.js";

type Cloth = SceneInput["cloths"][number];
type Mesh = Cloth["mesh"];
type Select = NonNullable<Cloth["pins"]>[number]["select"];

export type MeshKind = Mesh["type"];
export type Diagonals = NonNullable<Extract<Mesh, { type: "grid" }>["diagonals"]>;

/** Mesh types for rectangles. */
const RECTANGLES = ["grid", "irregular"] as const satisfies MeshKind[];

export const DIAGONALS = [
  "one-way",
  "alternating",
  "union-jack",
] as const satisfies readonly Diagonals[];

/** Sides of a grid as boxes in texture space, because other meshes do not have these groups. */
const SIDES: Readonly<Record<string, [[number, number], [number, number]]>> = {
  top: [
    [0, 0.999],
    [1, 1],
  ],
  bottom: [
    [0, 0],
    [1, 0.001],
  ],
  left: [
    [0, 0],
    [0.001, 1],
  ],
  right: [
    [0.999, 0],
    [1, 1],
  ],
};

/**
 * Returns the mesh types that a cloth can have. It is only the current one if the cloth is not a rectangle, or if pins
 * or seams refer to vertices.
 */
export function meshKindsOf({ mesh, pins = [], seams = [] }: Cloth): readonly MeshKind[] {
  const hasPlaces =
    pins.every(({ select }) => !("ids" in select)) &&
    seams.every(({ select }) => select === undefined);
  return sizeOf(mesh) !== null && hasPlaces ? RECTANGLES : [mesh.type];
}

export function diagonalsOf(mesh: Mesh): Diagonals {
  return (mesh.type === "grid" && mesh.diagonals) || "union-jack";
}

/**
 * Returns the cloth with another mesh type, with the same size and resolution. Pins are converted to boxes in texture
 * space.
 */
export function withMeshKind(cloth: Cloth, kind: MeshKind, diagonals: Diagonals): Cloth {
  const { mesh } = cloth;
  if (mesh.type === "grid" && kind === "grid") return { ...cloth, mesh: { ...mesh, diagonals } };
  if (mesh.type === kind || !meshKindsOf(cloth).includes(kind)) return cloth;
  const [width, height] = sizeOf(mesh)!;
  const columns = resolutionOf(mesh)!;
  const rows = Math.max(1, Math.round((columns * height) / width));
  const other: Mesh =
    kind === "grid"
      ? { type: "grid", size: [width, height], segments: [columns, rows], diagonals }
      : { type: "irregular", size: [width, height], spacing: width / columns };
  const pins = cloth.pins?.map((pin) => ({ ...pin, select: placeOf(pin.select, columns, rows) }));
  return { ...cloth, mesh: other, ...(pins !== undefined && { pins }) };
}

/** Returns width and height of a centered rectangle, m. Null: the mesh is not a rectangle. */
function sizeOf(mesh: Mesh): [number, number] | null {
  if (mesh.type === "grid") return mesh.size;
  if (mesh.type !== "irregular" || (mesh.holes ?? []).length > 0) return null;
  if (mesh.size !== undefined) return mesh.size;
  const [x, y] = [0, 1].map((axis) => Math.max(...mesh.outline!.map((corner) => corner[axis]!)));
  const isCorner = ([a, b]: [number, number]): boolean => Math.abs(a) === x && Math.abs(b) === y;
  const corners = new Set(mesh.outline!.map(String));
  if (mesh.outline!.length !== 4 || corners.size !== 4) return null;
  return mesh.outline!.every(isCorner) ? [2 * x!, 2 * y!] : null;
}

/**
 * Converts a selection to a box in texture space. A box around one grid vertex might contain no vertex of another mesh,
 * so it is enlarged to one cell, except at a side.
 */
function placeOf(select: Select, columns: number, rows: number): Select {
  const box = "group" in select ? SIDES[select.group!] : select.uv;
  if (box === undefined) return select;
  const [low, high] = [[...box[0]], [...box[1]]] as [[number, number], [number, number]];
  for (const [axis, cells] of [columns, rows].entries()) {
    const [from, to] = [low[axis]!, high[axis]!];
    if (from <= 0 || to >= 1 || to - from >= 1 / cells) continue;
    low[axis] = (from + to) / 2 - 0.5 / cells;
    high[axis] = (from + to) / 2 + 0.5 / cells;
  }
  return { uv: [low, high] };
}
