import { pointDistance, turn, type Loop, type Point } from "./polygon.js";
import type { SegmentGrid, Segment } from "./segment-grid.js";

/** A point on the border of the mesh. */
export interface BorderPoint {
  at: Point;
  /**
   * Set where a sharp corner was cut off: the way to the next point is the cut, which must not be split,
   * and this is the corner that is put back at the end.
   */
  cutCorner?: Point;
}

export type BorderLoop = BorderPoint[];

/** One straight piece of the border, between two neighbouring points of a border loop. */
export interface BorderSegment extends Segment {
  loop: number;
  index: number;
  /** How many segments its loop has. */
  count: number;
}

/** The border as the pattern draws it: its corners, and nothing between them. */
export function borderOf(pattern: readonly Loop[]): BorderLoop[] {
  return pattern.map((loop) => loop.map((at) => ({ at })));
}

export function segmentsOf(border: readonly BorderLoop[]): BorderSegment[] {
  return border.flatMap((points, loop) =>
    points.map(({ at }, index) => ({
      from: at,
      to: points[(index + 1) % points.length]!.at,
      loop,
      index,
      count: points.length,
    })),
  );
}

/**
 * How wide the cloth is at a point of the border, seen from there: the distance to the nearest other
 * segment across the cloth. What is near across a gap does not count, so a slit does not refine its mesh.
 *
 * @param around The segments around the point: the one that it lies on, or the two that meet there, with one
 *   more neighbour at each end.
 */
export function widthAt(
  grid: SegmentGrid<BorderSegment>,
  point: Point,
  around: readonly BorderSegment[],
  limit: number,
): number {
  const first = around[0]!;
  const last = around.at(-1)!;
  const [before, after] = [around[1]!, around.at(-2)!];
  const convex = before === after || turn(before.from, before.to, after.to) >= 0;
  return grid.nearest(point, limit, (segment, foot) => {
    if (around.includes(segment)) return false;
    const leftOfBefore = turn(before.from, before.to, foot) > 0;
    const leftOfAfter = turn(after.from, after.to, foot) > 0;
    if (!(convex ? leftOfBefore && leftOfAfter : leftOfBefore || leftOfAfter)) return false;
    return !crosses(point, foot, first) && !crosses(point, foot, last);
  });
}

/** Whether the way from a to b crosses a segment, not just touches it. */
function crosses(a: Point, b: Point, { from, to }: Segment): boolean {
  return turn(a, b, from) * turn(a, b, to) < 0 && turn(from, to, a) * turn(from, to, b) < 0;
}

/** The segments from `before` steps before to `after` steps after one, in order. */
export function segmentsAround(
  segments: readonly BorderSegment[],
  place: number,
  before: number,
  after: number,
): BorderSegment[] {
  const { index, count } = segments[place]!;
  const first = place - index;
  const around: BorderSegment[] = [];
  for (let step = -before; step <= after; step++) {
    around.push(segments[first + ((index + step + count) % count)]!);
  }
  return around;
}

export function segmentLength({ from, to }: Segment): number {
  return pointDistance(from, to);
}
