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

/** Where the cloth is curved, a line is straight in pieces that leave it by at most this part of their length … */
const MAX_BEND = 0.05;
/** … and halved at most so often for it. */
const MAX_HALVINGS = 8;

/** Lays a line of texture space into the mesh, straight on the unstressed cloth, or on a curved one along it. Null: it has no length. */
export function laySeamLine(
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
    const middle: Uv = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    if (halvings > 0 && isBent(from, middle, to)) {
      addSegment(from, middle, halvings - 1);
      addSegment(middle, to, halvings - 1);
    } else points.push(end);
  }

  function isBent(from: Uv, middle: Uv, to: Uv): boolean {
    const [a, m, b] = [from, middle, to].map((uv) => pointAtUv(mesh, ...uv));
    if (!a || !m || !b) return false; // it leads over a hole
    const [start, half, end] = [a, m, b].map((point) => positionOf(mesh, rest, point));
    const off = norm(subtract(half!, lerp(start!, end!, 0.5)));
    return off > MAX_BEND * norm(subtract(end!, start!));
  }
}

/**
 * Looks whether a line can be cut along, and leaves the mesh as it was.
 *
 * @throws RangeError that names the field.
 */
export function checkSeamLine(mesh: TriangleMesh, rest: Float64Array, line: readonly Uv[]): void {
  for (const [i, point] of line.entries()) {
    if (pointAtUv(mesh, ...point) === null) {
      throw new RangeError(
        `line.${i}: expected a point of the cloth in texture space, but there is none at ${point.join(", ")}`,
      );
    }
  }
  const laid = laySeamLine(mesh, rest, line);
  const canOpen = laid?.edges.some((edge) => mesh.edgeTriangleCount(edge) > 1) ?? false;
  for (const edit of (laid?.edits ?? []).toReversed()) undo(mesh, edit);
  if (laid?.complete === false) {
    throw new RangeError(
      "line: it leaves the cloth and does not come back; expected corners between which there is cloth, or a seam on each side",
    );
  }
  if (!canOpen) {
    throw new RangeError(
      "line: expected a line across an edge inside the cloth, but it opens none; make it longer",
    );
  }
}

/**
 * For each edge of a path two of its vertices, so far on either side as a reach, or as far as the path goes. A line that is laid
 * along the edges of a mesh zigzags; from the one to the other vertex it has the direction that was meant.
 *
 * @param path Its vertices, one more than edges.
 * @param ends How far along the path each edge ends, m.
 * @param reach From the middle of the edge, m.
 */
export function seamReach(
  path: readonly number[],
  ends: readonly number[],
  reach: number,
): { from: number[]; to: number[] } {
  const way = [0, ...ends];
  const from: number[] = [];
  const to: number[] = [];
  let behind = 0;
  let ahead = 0;
  for (let i = 0; i < ends.length; i++) {
    const middle = (way[i]! + way[i + 1]!) / 2;
    while (behind < i && way[behind + 1]! <= middle - reach) behind++;
    while (ahead < ends.length && (ahead <= i || way[ahead]! < middle + reach)) ahead++;
    const isLoop = path[behind] === path[ahead];
    from.push(path[isLoop ? i : behind]!);
    to.push(path[isLoop ? i + 1 : ahead]!);
  }
  return { from, to };
}
