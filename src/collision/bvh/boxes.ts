// Axis-aligned boxes in flat arrays, six numbers each: low x, y, z, high x, y, z.

/** Makes a box empty: inverted, so that it grows with anything included. */
export function empty(boxes: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[at + k] = Infinity;
    boxes[at + 3 + k] = -Infinity;
  }
}

/** Extends a box to contain another one. */
export function include(
  boxes: Float64Array,
  at: number,
  other: Float64Array,
  otherAt: number,
): void {
  for (let k = 0; k < 3; k++) {
    if (other[otherAt + k]! < boxes[at + k]!) boxes[at + k] = other[otherAt + k]!;
    if (other[otherAt + 3 + k]! > boxes[at + 3 + k]!) boxes[at + 3 + k] = other[otherAt + 3 + k]!;
  }
}

/** Extends the first box by a margin on all sides. */
export function widen(boxes: Float64Array, margin: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[k]! -= margin;
    boxes[3 + k]! += margin;
  }
}

/**
 * Writes half of the surface area of a box, 0 for an empty one, to `areas[to]`. It is not returned, because a returned
 * number allocates if the engine does not inline the call.
 */
export function writeHalfArea(
  boxes: Float64Array,
  at: number,
  areas: Float64Array,
  to: number,
): void {
  const x = boxes[at + 3]! - boxes[at]!;
  const y = boxes[at + 4]! - boxes[at + 1]!;
  const z = boxes[at + 5]! - boxes[at + 2]!;
  areas[to] = x >= 0 ? x * y + y * z + z * x : 0;
}

/**
 * Computes boxes that contain points which continue to move as from `starts` to `ends`, for `times` times as long.
 *
 * @param reach How far a point may leave its expected path, m.
 */
export function fattenBoxes(
  boxes: Float64Array,
  starts: Float64Array,
  ends: Float64Array,
  count: number,
  times: number,
  reach: number,
): void {
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < 3; k++) {
      const from = starts[3 * p + k]!;
      const to = from + times * (ends[3 * p + k]! - from);
      boxes[6 * p + k] = Math.min(from, to) - reach;
      boxes[6 * p + 3 + k] = Math.max(from, to) + reach;
    }
  }
}

/** Computes the boxes of triangles from the boxes of their points. */
export function boxTriangles(
  boxes: Float64Array,
  pointBoxes: Float64Array,
  triangles: Int32Array,
  count: number,
): void {
  for (let t = 0; t < count; t++) {
    const a = 6 * triangles[3 * t]!;
    const b = 6 * triangles[3 * t + 1]!;
    const c = 6 * triangles[3 * t + 2]!;
    for (let k = 0; k < 3; k++) {
      boxes[6 * t + k] = Math.min(pointBoxes[a + k]!, pointBoxes[b + k]!, pointBoxes[c + k]!);
      boxes[6 * t + 3 + k] = Math.max(
        pointBoxes[a + 3 + k]!,
        pointBoxes[b + 3 + k]!,
        pointBoxes[c + 3 + k]!,
      );
    }
  }
}

/** True if a point is in its box. */
export function isInBox(points: Float64Array, boxes: Float64Array, point: number): boolean {
  const b = 6 * point;
  const x = points[3 * point]!;
  const y = points[3 * point + 1]!;
  const z = points[3 * point + 2]!;
  return (
    x >= boxes[b]! &&
    y >= boxes[b + 1]! &&
    z >= boxes[b + 2]! &&
    x <= boxes[b + 3]! &&
    y <= boxes[b + 4]! &&
    z <= boxes[b + 5]!
  );
}

/** True if all points are in their boxes. */
export function areAllInBoxes(points: Float64Array, boxes: Float64Array, count: number): boolean {
  for (let point = 0; point < count; point++) if (!isInBox(points, boxes, point)) return false;
  return true;
}
