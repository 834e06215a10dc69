import { pointDistance, orientation, type Loop, type Point } from "./polygon.js";
import type { SegmentGrid, Segment } from "./segment-grid.js";

/** A point on the border of the mesh. */
export interface BorderPoint {
  at: Point;
  /**
   * Set where a sharp corner was cut off. The segment to the next point is the cut, which must not be split. This
   * corner is added again at the end.
   */
  cutCorner?: Point;
}

/** A closed loop of border points. */
export type BorderLoop = BorderPoint[];

/** A straight segment of the border, between two neighboring points of a border loop. */
export interface BorderSegment extends Segment {
  loop: number;
  index: number;
  /** Number of segments of its loop. */
  count: number;
}

/** The border of a pattern: only its corners. */
export function borderOf(pattern: readonly Loop[]): BorderLoop[] {
  return pattern.map((loop) => loop.map((at) => ({ at })));
}

/** All segments of a border, loop by loop. */
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
 * The width of the cloth at a border point, m: the distance to the nearest other segment across the cloth. Segments
 * across a gap are ignored, so a slit does not refine the mesh.
 *
 * @param around The segments around the point: the one that contains it, or the two that meet there, with one more
 *   neighbor at each end.
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
  const convex = before === after || orientation(before.from, before.to, after.to) >= 0;
  return grid.nearest(point, limit, (segment, closest) => {
    if (around.includes(segment)) return false;
    const leftOfBefore = orientation(before.from, before.to, closest) > 0;
    const leftOfAfter = orientation(after.from, after.to, closest) > 0;
    if (!(convex ? leftOfBefore && leftOfAfter : leftOfBefore || leftOfAfter)) return false;
    return !crosses(point, closest, first) && !crosses(point, closest, last);
  });
}

/** True if the segment a–b properly crosses another segment; touching does not count. */
function crosses(a: Point, b: Point, { from, to }: Segment): boolean {
  return (
    orientation(a, b, from) * orientation(a, b, to) < 0 &&
    orientation(from, to, a) * orientation(from, to, b) < 0
  );
}

/** The segments of a loop from `before` steps before to `after` steps after one, in order. */
export function segmentsAround(
  segments: readonly BorderSegment[],
  position: number,
  before: number,
  after: number,
): BorderSegment[] {
  const { index, count } = segments[position]!;
  const first = position - index;
  const around: BorderSegment[] = [];
  for (let step = -before; step <= after; step++) {
    around.push(segments[first + ((index + step + count) % count)]!);
  }
  return around;
}

/** Length of a segment, m. */
export function segmentLength({ from, to }: Segment): number {
  return pointDistance(from, to);
}
