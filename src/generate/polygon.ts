/** A point of a flat pattern, m. */
export type Point = readonly [x: number, y: number];

/**
 * A closed polyline. The last point connects to the first one, and the cloth is on its left: outlines are
 * counterclockwise, holes clockwise.
 */
export type Loop = Point[];

/** Twice the signed area of the triangle a, b, c; positive if they are counterclockwise. */
export function orientation(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Distance between two points, m. */
export function pointDistance(a: Point, b: Point): number {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  return Math.sqrt(x * x + y * y);
}

/** Signed area of a loop, m²; positive if it is counterclockwise. */
export function loopArea(loop: readonly Point[]): number {
  const origin = loop[0]!;
  let twice = 0;
  for (let i = 2; i < loop.length; i++) twice += orientation(origin, loop[i - 1]!, loop[i]!);
  return twice / 2;
}

/** Length of a loop, m. */
export function loopLength(loop: readonly Point[]): number {
  return loop.reduce(
    (sum, point, i) => sum + pointDistance(loop[(i || loop.length) - 1]!, point),
    0,
  );
}

/** A bounding box, m. */
export interface Bounds {
  minimum: Point;
  maximum: Point;
}

/** The bounding box of points. */
export function boundsOf(points: readonly Point[]): Bounds {
  let [left, bottom] = points[0]!;
  let [right, top] = points[0]!;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return { minimum: [left, bottom], maximum: [right, top] };
}

/** The closest point to `point` on the segment a–b. */
export function nearestOnSegment(point: Point, a: Point, b: Point): Point {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const along = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / (x * x + y * y);
  const t = Math.min(1, Math.max(0, along));
  return [a[0] + t * x, a[1] + t * y];
}

/** True if a point is inside a loop (even-odd rule); for points that are not on the loop. */
export function isInsideLoop(point: Point, loop: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i]!;
    const b = loop[(i + 1) % loop.length]!;
    if (crossesRightOf(a, b, point[0], point[1])) inside = !inside;
  }
  return inside;
}

/** True if a ray from a point to the right crosses the segment a–b: one step of the even-odd rule. */
export function crossesRightOf(a: Point, b: Point, x: number, y: number): boolean {
  if (a[1] > y === b[1] > y) return false;
  return a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]) > x;
}

/** The minimum edge length that is above rounding errors for coordinates of this size, m. */
export function minLength({ minimum, maximum }: Bounds): number {
  return 1e-11 * Math.max(...[...minimum, ...maximum].map((value) => Math.abs(value)));
}
