import { ensureCapacity } from "../math/grow.js";

/** Twice the area, in a polygon of size 1, under which three corners count as collinear; above rounding errors. */
const FLAT = 1e-14;

/** An ear must be better than an earlier one by this fraction. So a grid of squares gets equal diagonals. */
const CLEARLY_BETTER = 1e-6;

/**
 * Triangulates polygons by ear clipping in the plane of the polygon, best-shaped ear first. The quality of a triangle
 * is its area relative to its sides, so a quad is split along its shorter diagonal unless that one is outside. It
 * preserves the winding and adds no vertices. On a simple polygon it avoids triangles without area where possible.
 *
 *        d ───── c          ear of b: triangle a, b, c. It can be clipped if it is convex and if no reflex
 *       /      ╱  \         or straight corner lies in it or on its border.
 *      e      ╱    b
 *        ╲   ╱   ╱
 *          a ───
 *
 * The scratch arrays are reused, because a file may contain a million quads.
 */
export class PolygonTriangulator {
  /** Three corners of the polygon (0 to count − 1) per triangle, count − 2 triangles. */
  triangles = new Int32Array(16);

  #xs = new Float64Array(16);
  #ys = new Float64Array(16);
  #scores = new Float64Array(16);
  #nexts = new Int32Array(16);
  #previouses = new Int32Array(16);

  /** Fills `triangles` for the polygon through the first `count` of `vertices`. */
  triangulate(positions: Float64Array, vertices: Int32Array, count: number): void {
    this.#ensureCapacity(count);
    if (count === 3 || !this.#flatten(positions, vertices, count)) {
      this.#fan(count);
      return;
    }
    for (let i = 0; i < count; i++) {
      this.#nexts[i] = i + 1 < count ? i + 1 : 0;
      this.#previouses[i] = i > 0 ? i - 1 : count - 1;
    }
    for (let i = 0; i < count; i++) this.#scores[i] = this.#score(i, count);
    let filled = 0;
    let start = 0;
    for (let left = count; left > 3; left--) {
      const tip = this.#bestEar(start, left);
      const before = this.#previouses[tip]!;
      const after = this.#nexts[tip]!;
      this.#setTriangle(filled++, before, tip, after);
      this.#nexts[before] = after;
      this.#previouses[after] = before;
      if (tip === start) start = after;
      if (left === 5) {
        // The last four corners are rated by both triangles, so all of them are rated again.
        for (let k = 0, i = start; k < 4; k++, i = this.#nexts[i]!)
          this.#scores[i] = this.#score(i, 4);
      } else {
        this.#scores[before] = this.#score(before, left - 1);
        this.#scores[after] = this.#score(after, left - 1);
      }
    }
    this.#setTriangle(filled, start, this.#nexts[start]!, this.#previouses[start]!);
  }

  #ensureCapacity(count: number): void {
    this.triangles = ensureCapacity(this.triangles, 3 * count);
    this.#xs = ensureCapacity(this.#xs, count);
    this.#ys = ensureCapacity(this.#ys, count);
    this.#scores = ensureCapacity(this.#scores, count);
    this.#nexts = ensureCapacity(this.#nexts, count);
    this.#previouses = ensureCapacity(this.#previouses, count);
  }

  #setTriangle(triangle: number, a: number, b: number, c: number): void {
    this.triangles[3 * triangle] = a;
    this.triangles[3 * triangle + 1] = b;
    this.triangles[3 * triangle + 2] = c;
  }

  /** Triangle fan: for a triangle, and for a polygon without a plane. */
  #fan(count: number): void {
    for (let i = 0; i + 2 < count; i++) this.#setTriangle(i, 0, i + 1, i + 2);
  }

  /**
   * Writes the corners in the coordinates of the polygon's plane to `xs` and `ys`, counterclockwise and scaled to size
   * 1. Returns false if all corners are collinear.
   */
  #flatten(positions: Float64Array, vertices: Int32Array, count: number): boolean {
    const origin = 3 * vertices[0]!;
    let halfSize = 0;
    for (let i = 1; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const offset = positions[3 * vertices[i]! + axis]! / 2 - positions[origin + axis]! / 2;
        halfSize = Math.max(halfSize, Math.abs(offset));
      }
    }
    if (halfSize === 0) return false;
    const coordinate = (i: number, axis: number): number =>
      (positions[3 * vertices[i]! + axis]! / 2 - positions[origin + axis]! / 2) / halfSize;

    // Newell: the sum of the cross products around the polygon is twice its area along its normal.
    let normalX = 0;
    let normalY = 0;
    let normalZ = 0;
    for (let i = 1; i + 1 < count; i++) {
      const ax = coordinate(i, 0);
      const ay = coordinate(i, 1);
      const az = coordinate(i, 2);
      const bx = coordinate(i + 1, 0);
      const by = coordinate(i + 1, 1);
      const bz = coordinate(i + 1, 2);
      normalX += ay * bz - az * by;
      normalY += az * bx - ax * bz;
      normalZ += ax * by - ay * bx;
    }
    const length = Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
    if (length <= FLAT) return false;
    normalX /= length;
    normalY /= length;
    normalZ /= length;

    // First axis of the plane: the cross product of the normal and the coordinate axis farthest from it.
    const x = Math.abs(normalX);
    const y = Math.abs(normalY);
    const z = Math.abs(normalZ);
    let ux = 0;
    let uy = 0;
    let uz = 0;
    if (x <= y && x <= z) {
      uy = normalZ;
      uz = -normalY;
    } else if (y <= z) {
      ux = -normalZ;
      uz = normalX;
    } else {
      ux = normalY;
      uy = -normalX;
    }
    const vx = normalY * uz - normalZ * uy;
    const vy = normalZ * ux - normalX * uz;
    const vz = normalX * uy - normalY * ux;
    const factor = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
    for (let i = 0; i < count; i++) {
      const px = coordinate(i, 0);
      const py = coordinate(i, 1);
      const pz = coordinate(i, 2);
      this.#xs[i] = factor * (px * ux + py * uy + pz * uz);
      this.#ys[i] = factor * (px * vx + py * vy + pz * vz);
    }
    return true;
  }

  /** Twice the signed area of a triangle of corners; positive if it is counterclockwise. */
  #orientation(a: number, b: number, c: number): number {
    const xs = this.#xs;
    const ys = this.#ys;
    return (xs[b]! - xs[a]!) * (ys[c]! - ys[a]!) - (ys[b]! - ys[a]!) * (xs[c]! - xs[a]!);
  }

  #squaredDistance(a: number, b: number): number {
    const x = this.#xs[b]! - this.#xs[a]!;
    const y = this.#ys[b]! - this.#ys[a]!;
    return x * x + y * y;
  }

  /** Area relative to the sides: 0 for a line, 0.29 for an equilateral triangle, negative if clockwise. */
  #quality(a: number, b: number, c: number): number {
    const sides =
      this.#squaredDistance(a, b) + this.#squaredDistance(b, c) + this.#squaredDistance(c, a);
    return sides > 0 ? this.#orientation(a, b, c) / sides : 0;
  }

  /**
   * Score for clipping this corner: above 0 for an ear. Other corners have lower scores than any ear. They are used
   * only if there is no ear, that is, if the polygon intersects itself.
   */
  #score(tip: number, left: number): number {
    const before = this.#previouses[tip]!;
    const after = this.#nexts[tip]!;
    let quality = this.#quality(before, tip, after);
    if (left === 4) quality = Math.min(quality, this.#quality(after, this.#nexts[after]!, before));
    const isEar =
      this.#orientation(before, tip, after) > FLAT && !this.#isBlocked(before, tip, after);
    return isEar ? quality : quality - 1;
  }

  #isBlocked(before: number, tip: number, after: number): boolean {
    for (let i = this.#nexts[after]!; i !== before; i = this.#nexts[i]!) {
      if (
        this.#orientation(before, tip, i) >= -FLAT &&
        this.#orientation(tip, after, i) >= -FLAT &&
        this.#orientation(after, before, i) >= -FLAT &&
        this.#orientation(this.#previouses[i]!, i, this.#nexts[i]!) <= FLAT
      ) {
        return true;
      }
    }
    return false;
  }

  /** The corner to clip next. The search starts after `start`, so that a square gives 0 1 2, 0 2 3. */
  #bestEar(start: number, left: number): number {
    let best = this.#nexts[start]!;
    for (let k = 1, i = this.#nexts[best]!; k < left; k++, i = this.#nexts[i]!) {
      const score = this.#scores[best]!;
      if (this.#scores[i]! > score + CLEARLY_BETTER * Math.abs(score)) best = i;
    }
    return best;
  }
}
