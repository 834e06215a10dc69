import { MeshError } from "../mesh/index.js";
import { orientation, type Loop, type Point } from "./polygon.js";

interface Segment {
  from: Point;
  to: Point;
  field: string;
  index: number;
  /** Number of segments of its loop. */
  count: number;
  left: number;
  right: number;
}

/**
 * Rejects loops that cross or touch each other or themselves. Segments are sorted by x, so that only those with
 * overlapping x ranges are compared.
 *
 * @throws MeshError that names the loop.
 */
export function checkNoCrossing(loops: readonly { field: string; loop: Loop }[]): void {
  const segments: Segment[] = loops.flatMap(({ field, loop }) =>
    loop.map((from, index) => {
      const to = loop[(index + 1) % loop.length]!;
      const left = Math.min(from[0], to[0]);
      const right = Math.max(from[0], to[0]);
      return { from, to, field, index, count: loop.length, left, right };
    }),
  );
  const sorted = segments.toSorted((a, b) => a.left - b.left);
  for (let i = 0; i < sorted.length; i++) {
    const one = sorted[i]!;
    for (let j = i + 1; j < sorted.length && sorted[j]!.left <= one.right; j++) {
      const other = sorted[j]!;
      if (!crosses(one, other)) continue;
      const [first, second] = one.index <= other.index ? [one, other] : [other, one];
      if (one.field === other.field) {
        throw new MeshError(
          `${one.field}: crosses or touches itself, side ${first.index} (from [${first.from.join(", ")}]) ` +
            `meets side ${second.index} (from [${second.from.join(", ")}]); make it a simple closed line`,
        );
      }
      const [inner, outer] = one.field > other.field ? [other, one] : [one, other];
      throw new MeshError(
        `${inner.field}: crosses or touches ${outer.field} near [${inner.from.join(", ")}]; ` +
          `keep it inside the outline and apart from other holes`,
      );
    }
  }
}

function crosses(one: Segment, other: Segment): boolean {
  if (one.field === other.field) {
    const { count } = one;
    const [first, second] =
      (one.index + 1) % count === other.index
        ? [one, other]
        : (other.index + 1) % count === one.index
          ? [other, one]
          : [];
    if (first && second) {
      // Neighbors share a point. They overlap if the line reverses its direction.
      const ahead =
        (first.to[0] - first.from[0]) * (second.to[0] - second.from[0]) +
        (first.to[1] - first.from[1]) * (second.to[1] - second.from[1]);
      return orientation(first.from, first.to, second.to) === 0 && ahead < 0;
    }
  }
  return segmentsTouch(one.from, one.to, other.from, other.to);
}

/** True if two closed segments have a common point. */
function segmentsTouch(a: Point, b: Point, c: Point, d: Point): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0])) return false;
  if (Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1])) return false;
  if (Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  return (
    !sameSide(orientation(a, b, c), orientation(a, b, d)) &&
    !sameSide(orientation(c, d, a), orientation(c, d, b))
  );
}

/** True if two points are on the same side of a line, by their signed areas. */
function sameSide(one: number, other: number): boolean {
  return (one > 0 && other > 0) || (one < 0 && other < 0);
}
