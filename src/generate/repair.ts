import { borderEnds } from "./triangulate.js";
import type { BorderLoop, BorderPoint } from "./border.js";
import type { InsideTest } from "./inside-test.js";
import {
  edgeLength,
  nextHalfedge,
  previousHalfedge,
  triangleSharpness,
  type PlanarMesh,
} from "./planar-mesh.js";
import type { SizeField } from "./size-field.js";

/** The points to triangulate next, after points were added, removed or merged. */
export interface Change {
  border: BorderLoop[];
  inner: Float64Array;
}

/**
 * Changes the points around every bad triangle, the worst first, as far as the changes do not interfere. On a short
 * edge an inner vertex is removed. Otherwise a point is added: the circumcenter of the triangle, or, if the border is
 * in between, the midpoint of the border segment (Ruppert 1995).
 *
 * @param limit Cosine of the smallest acceptable angle.
 * @returns Undefined if no change is possible.
 */
export function repair(
  mesh: PlanarMesh,
  border: readonly BorderLoop[],
  field: SizeField,
  inside: InsideTest,
  limit: number,
): Change | undefined {
  const { points, triangles, borderCount } = mesh;
  const bad: { triangle: number; badness: number }[] = [];
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const badness = triangleBadness(mesh, triangle, field);
    if (badness > limit) bad.push({ triangle, badness });
  }
  bad.sort((one, other) => other.badness - one.badness || one.triangle - other.triangle);

  const removed = new Uint8Array(points.length / 2);
  const busy = new Uint8Array(points.length / 2);
  const splits = new Uint8Array(borderCount);
  const added: number[] = [];
  const locked = border.flat().map((point) => point.cutCorner !== undefined);
  const ends = borderEnds(border);
  let changes = 0;
  for (const { triangle } of bad) {
    const corners = [0, 1, 2].map((k) => triangles[3 * triangle + k]!);
    if (corners.some((vertex) => busy[vertex])) continue;
    const step = chooseStep(mesh, triangle, field, inside);
    if (step.kind === "remove") {
      removed[step.vertex] = 1;
    } else if (step.kind === "split") {
      const from = ends[step.from] === step.to ? step.from : step.to;
      if (locked[from]) continue;
      splits[from] = 1;
    } else if (step.kind === "add") {
      added.push(step.x, step.y);
    } else continue;
    changes++;
    for (const vertex of corners) busy[vertex] = 1;
    for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
      const twin = mesh.twins[h]!;
      if (twin !== -1) busy[triangles[previousHalfedge(twin)]!] = 1;
    }
  }
  if (changes === 0) return undefined;
  return { border: splitBorder(border, splits), inner: joinInner(mesh, removed, added) };
}

type Step =
  | { kind: "remove"; vertex: number }
  | { kind: "split"; from: number; to: number }
  | { kind: "add"; x: number; y: number }
  | { kind: "none" };

/** The sharpness, or at least 1 if the triangle is large enough for another vertex. */
function triangleBadness(mesh: PlanarMesh, triangle: number, field: SizeField): number {
  const { points, triangles } = mesh;
  const [x, y, radius] = circumcircle(mesh, triangle);
  const a = triangles[3 * triangle]!;
  const size = field.at((x + points[2 * a]!) / 2, (y + points[2 * a + 1]!) / 2);
  const own = triangleSharpness(mesh, triangle);
  return radius > 1.0 * size ? Math.max(own, 1) : own;
}

function chooseStep(
  mesh: PlanarMesh,
  triangle: number,
  field: SizeField,
  inside: InsideTest,
): Step {
  const { points, triangles, twins, borderCount } = mesh;
  let shortest = 3 * triangle;
  let longest = 3 * triangle;
  const lengths = [0, 0, 0];
  for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
    lengths[h % 3] = edgeLength(points, triangles[h]!, triangles[nextHalfedge(h)]!);
    if (lengths[h % 3]! < lengths[shortest % 3]!) shortest = h;
    if (lengths[h % 3]! > lengths[longest % 3]!) longest = h;
  }
  const [x, y] = circumcircle(mesh, triangle);
  const ends = [triangles[shortest]!, triangles[nextHalfedge(shortest)]!];
  const size = field.at(points[2 * ends[0]!]!, points[2 * ends[0]! + 1]!);
  const inner = ends.find((vertex) => vertex >= borderCount);
  if (inner !== undefined && lengths[shortest % 3]! < 0.6 * size)
    return { kind: "remove", vertex: inner };
  const apex = triangles[previousHalfedge(longest)]!;
  if (twins[longest] === -1) {
    // Obtuse angle opposite the border: the apex is too close to it, or the segment is too long.
    if (apex >= borderCount && lengths[longest % 3]! < 1.3 * size)
      return { kind: "remove", vertex: apex };
    return { kind: "split", from: triangles[longest]!, to: triangles[nextHalfedge(longest)]! };
  }
  const beyond = twins[longest]!;
  for (const h of [nextHalfedge(beyond), previousHalfedge(beyond)]) {
    if (twins[h] === -1 && encroaches(points, triangles[h]!, triangles[nextHalfedge(h)]!, x, y)) {
      return { kind: "split", from: triangles[h]!, to: triangles[nextHalfedge(h)]! };
    }
  }
  return inside.has(x, y) ? { kind: "add", x, y } : { kind: "none" };
}

/** True if a point is in the circle whose diameter is the segment. */
function encroaches(points: Float64Array, a: number, b: number, x: number, y: number): boolean {
  return (
    (points[2 * a]! - x) * (points[2 * b]! - x) +
      (points[2 * a + 1]! - y) * (points[2 * b + 1]! - y) <
    0
  );
}

/** Center and radius of the circumcircle. */
function circumcircle(
  { points, triangles }: PlanarMesh,
  triangle: number,
): [number, number, number] {
  const a = 2 * triangles[3 * triangle]!;
  const b = 2 * triangles[3 * triangle + 1]!;
  const c = 2 * triangles[3 * triangle + 2]!;
  const bx = points[b]! - points[a]!;
  const by = points[b + 1]! - points[a + 1]!;
  const cx = points[c]! - points[a]!;
  const cy = points[c + 1]! - points[a + 1]!;
  const scale = 2 * (bx * cy - by * cx);
  const bb = bx * bx + by * by;
  const cc = cx * cx + cy * cy;
  const x = (cy * bb - by * cc) / scale;
  const y = (bx * cc - cx * bb) / scale;
  return [points[a]! + x, points[a + 1]! + y, Math.sqrt(x * x + y * y)];
}

function splitBorder(border: readonly BorderLoop[], splits: Uint8Array): BorderLoop[] {
  let vertex = 0;
  return border.map((loop) =>
    loop.flatMap((point, i): BorderPoint[] => {
      if (!splits[vertex++]) return [point];
      const next = loop[(i + 1) % loop.length]!.at;
      const at = [(point.at[0] + next[0]) / 2, (point.at[1] + next[1]) / 2] as const;
      return [point, { at }];
    }),
  );
}

function joinInner(mesh: PlanarMesh, removed: Uint8Array, added: readonly number[]): Float64Array {
  const inner: number[] = [];
  for (let vertex = mesh.borderCount; vertex < removed.length; vertex++) {
    if (!removed[vertex]) inner.push(mesh.points[2 * vertex]!, mesh.points[2 * vertex + 1]!);
  }
  return Float64Array.from([...inner, ...added]);
}
