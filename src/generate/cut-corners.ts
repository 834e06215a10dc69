import {
  segmentLength,
  segmentsAround,
  segmentsOf,
  widthAt,
  type BorderLoop,
  type BorderPoint,
} from "./border.js";
import { orientation, type Bounds, type Point } from "./polygon.js";
import { SegmentGrid } from "./segment-grid.js";
import type { SizeField } from "./size-field.js";

/** Cosine of 55°: sharper corners are cut off. An equilateral triangle fits into larger ones. */
const SHARP = 0.57;

/**
 * Cuts off every sharp corner with an isosceles triangle, which is added again after meshing.
 *
 *            N ── …        No mesh can have better angles than the corner itself. Cutting it off costs one
 *          ╱ │             sharp triangle. The rest is a pattern without sharp corners, where all other
 *        C   │             angles can be good.
 *          ╲ │
 *            P ── …
 */
export function cutSharpCorners(
  border: readonly BorderLoop[],
  field: SizeField,
  bounds: Bounds,
): BorderLoop[] {
  const segments = segmentsOf(border);
  const grid = new SegmentGrid(bounds, field.spacing, segments);
  let first = 0;
  return border.map((loop) => {
    const own = segments.slice(first, first + loop.length);
    first += loop.length;
    const sharp = own.map((after, i) =>
      isSharp(own[(i || own.length) - 1]!.from, after.from, after.to),
    );
    return loop.flatMap((point, i): BorderPoint[] => {
      if (!sharp[i]) return [point];
      const before = own[(i || own.length) - 1]!;
      const after = own[i]!;
      const size = field.at(point.at[0], point.at[1]);
      // Leaves a third of a side between two cuts, and half of the cloth's width in front of the cut.
      const shareBefore = sharp[(i || own.length) - 1] ? 1 / 3 : 1 / 2;
      const shareAfter = sharp[(i + 1) % own.length] ? 1 / 3 : 1 / 2;
      const depth = Math.min(
        size,
        shareBefore * segmentLength(before),
        shareAfter * segmentLength(after),
        widthAt(grid, point.at, segmentsAround(own, i, 2, 1), 2 * size) / 2,
      );
      return [
        {
          at: lerp(point.at, before.from, depth / segmentLength(before)),
          cutCorner: point.at,
        },
        { at: lerp(point.at, after.to, depth / segmentLength(after)) },
      ];
    });
  });
}

function isSharp(before: Point, corner: Point, after: Point): boolean {
  if (orientation(before, corner, after) <= 0) return false;
  const [ax, ay] = [before[0] - corner[0], before[1] - corner[1]];
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]];
  const cosine = (ax * bx + ay * by) / Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  return cosine > SHARP;
}

function lerp(from: Point, to: Point, t: number): Point {
  return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
}
