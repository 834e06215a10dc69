import { lerp, norm, subtract } from "../../math/vec3.js";
import {
  insertLine,
  pointAtUv,
  positionOf,
  undo,
  type InsertedLine,
  type SurfacePoint,
  type TriangleMesh,
} from "../../mesh/index.js";

/** A point in texture space. */
export type Uv = readonly [u: number, v: number];

/** On a curved cloth, a line consists of straight segments that deviate by at most this fraction of their length … */
const MAX_BEND = 0.05;
/** … and are halved at most this many times. */
const MAX_HALVINGS = 8;

/**
 * Inserts a line of texture space into the mesh: straight on a flat cloth, along the surface on a curved one. Null: it
 * has no length.
 */
export function insertSeamLine(
  mesh: TriangleMesh,
  rest: Float64Array,
  line: readonly Uv[],
): InsertedLine | null {
  const points: SurfacePoint[] = [];
  const first = pointAtUv(mesh, ...line[0]!);
  if (first !== null) points.push(first);
  for (let i = 1; i < line.length; i++) addSegment(line[i - 1]!, line[i]!, MAX_HALVINGS);
  return points.length < 2 ? null : insertLine(mesh, rest, points);

  function addSegment(from: Uv, to: Uv, halvings: number): void {
    const end = pointAtUv(mesh, ...to);
    if (end === null) return;
    const center: Uv = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    if (halvings > 0 && isBent(from, center, to)) {
      addSegment(from, center, halvings - 1);
      addSegment(center, to, halvings - 1);
    } else points.push(end);
  }

  function isBent(from: Uv, center: Uv, to: Uv): boolean {
    const [a, m, b] = [from, center, to].map((uv) => pointAtUv(mesh, ...uv));
    if (!a || !m || !b) return false; // it crosses a hole
    const [start, half, end] = [a, m, b].map((point) => positionOf(mesh, rest, point));
    const off = norm(subtract(half!, lerp(start!, end!, 0.5)));
    return off > MAX_BEND * norm(subtract(end!, start!));
  }
}

/**
 * Checks that a line can be inserted and opened. Leaves the mesh as it was.
 *
 * @throws RangeError that names the field.
 */
export function checkSeamLine(mesh: TriangleMesh, rest: Float64Array, line: readonly Uv[]): void {
  for (const [i, point] of line.entries()) {
    if (pointAtUv(mesh, ...point) === null) {
      throw new RangeError(
        `line.${i}: expected a point of the cloth in texture space, got ${point.join(", ")}`,
      );
    }
  }
  const inserted = insertSeamLine(mesh, rest, line);
  const canOpen = inserted?.edges.some((edge) => mesh.edgeTriangleCount(edge) > 1) ?? false;
  for (const edit of (inserted?.edits ?? []).toReversed()) undo(mesh, edit);
  if (inserted?.complete === false) {
    throw new RangeError(
      "line: expected cloth between all corners, but it leaves the cloth; move the corners, or make a seam on each side",
    );
  }
  if (!canOpen) {
    throw new RangeError(
      "line: expected a line that crosses an inner edge of the cloth, but it crosses none; make it longer",
    );
  }
}

/**
 * For each edge of a path, two vertices of the path on either side of it, at a distance of `reach` or at the ends of
 * the path. A line inserted along the edges of a mesh zigzags; the vector between these two vertices has the intended
 * direction.
 *
 * @param path Its vertices, one more than edges.
 * @param ends Distance along the path to the end of each edge, m.
 * @param reach Distance from the center of the edge, m.
 */
export function seamReach(
  path: readonly number[],
  ends: readonly number[],
  reach: number,
): { from: number[]; to: number[] } {
  const distances = [0, ...ends];
  const from: number[] = [];
  const to: number[] = [];
  let behind = 0;
  let ahead = 0;
  for (let i = 0; i < ends.length; i++) {
    const center = (distances[i]! + distances[i + 1]!) / 2;
    while (behind < i && distances[behind + 1]! <= center - reach) behind++;
    while (ahead < ends.length && (ahead <= i || distances[ahead]! < center + reach)) ahead++;
    const isLoop = path[behind] === path[ahead];
    from.push(path[isLoop ? i : behind]!);
    to.push(path[isLoop ? i + 1 : ahead]!);
  }
  return { from, to };
}
