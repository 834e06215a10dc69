/**
 * Below this squared sine of the angle between two edges, rounding may put the closest point of their plane on the
 * wrong side of a border. Then the borders are searched too, and the nearest point wins.
 */
const NARROW = 1e-8;

/** Closest points of two features; overwritten by each call. */
export class ClosestPoints {
  /**
   * Barycentric weights of the closest point: three of the triangle (closestOnTriangle), or [1−s, s, 1−t, t] of two
   * segments, first those of a's two ends, then of b's two (closestOfSegments).
   */
  readonly weights: Float64Array = new Float64Array(4);
  /**
   * From the closest point of the triangle to the point (closestOnTriangle), or from the closest point of the second
   * segment b to that of the first, a (closestOfSegments).
   */
  readonly delta: Float64Array = new Float64Array(3);
  /** During a search: square of the shortest delta so far. */
  shortestSquared = Infinity;

  /** Length of `delta`. */
  get distance(): number {
    // Not `length`: arrays of other kinds go through that, and V8 then returns its result on the heap.
    const { delta } = this;
    return Math.sqrt(delta[0]! * delta[0]! + delta[1]! * delta[1]! + delta[2]! * delta[2]!);
  }
}

/** The closest point of a segment to a point. */
class SegmentPoint {
  /** Position between start (0) and end (1). */
  share = 0;
  /** Vector from there to the point, and its squared length. */
  readonly delta = new Float64Array(3);
  squared = 0;
}

/** Scratch of the functions that test an edge or an end. */
const onSegment = new SegmentPoint();

/**
 * Closest point of a triangle to a point; all points are offsets into one flat array. The projection of the point onto
 * the plane decides. Inside, it is the result. Outside, the result lies on an edge that faces the projection. For
 * slivers and triangles without area, whose plane is inexact, all edges are searched. (The regions of Ericson,
 * Real-Time Collision Detection, 2005, section 5.1.5, are equivalent, but trust the plane.)
 */
export function closestOnTriangle(
  points: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  out: ClosestPoints,
): void {
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[c]! - points[a]!;
  const vy = points[c + 1]! - points[a + 1]!;
  const vz = points[c + 2]! - points[a + 2]!;
  const rx = points[p]! - points[a]!;
  const ry = points[p + 1]! - points[a + 1]!;
  const rz = points[p + 2]! - points[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  const ex = vx - ux;
  const ey = vy - uy;
  const ez = vz - uz;
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    ex * ex + ey * ey + ez * ez,
  );
  const sure = area > NARROW * longest * longest;
  // Triple products, written out: numbers passed to a call may be allocated on the heap.
  let atB = ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / area;
  let atC = ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) / area;
  if (!sure) {
    // Once more with the residual: the weights of a sliver are inexact, and its long edges amplify that.
    const x = rx - atB * ux - atC * vx;
    const y = ry - atB * uy - atC * vy;
    const z = rz - atB * uz - atC * vz;
    atB += tripleProduct(x, y, z, vx, vy, vz, nx, ny, nz) / area;
    atC += tripleProduct(ux, uy, uz, x, y, z, nx, ny, nz) / area;
  }
  const atA = 1 - atB - atC;
  const { weights, delta } = out;
  weights[3] = 0;
  out.shortestSquared = Infinity;
  if (area > 0 && atA >= 0 && atB >= 0 && atC >= 0) {
    weights[0] = atA;
    weights[1] = atB;
    weights[2] = atC;
    if (sure) {
      // Along the normal, so that its direction is exact even if the point almost touches.
      const k = (rx * nx + ry * ny + rz * nz) / area;
      delta[0] = k * nx;
      delta[1] = k * ny;
      delta[2] = k * nz;
      return;
    }
    delta[0] = rx - atB * ux - atC * vx;
    delta[1] = ry - atB * uy - atC * vy;
    delta[2] = rz - atB * uz - atC * vz;
    out.shortestSquared = delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2];
  }
  if (!(sure && atC >= 0)) tryEdge(points, p, a, b, 0, 1, out);
  if (!(sure && atA >= 0)) tryEdge(points, p, b, c, 1, 2, out);
  if (!(sure && atB >= 0)) tryEdge(points, p, c, a, 2, 0, out);
}

/**
 * Tests the closest point of one edge; keeps it if it is the nearest so far. i and j are the indices of its ends in the
 * weights.
 */
function tryEdge(
  points: Float64Array,
  p: number,
  start: number,
  end: number,
  i: number,
  j: number,
  out: ClosestPoints,
): void {
  closestOnSegment(points, p, start, end, onSegment);
  if (!(onSegment.squared < out.shortestSquared)) return;
  out.shortestSquared = onSegment.squared;
  const s = onSegment.share;
  out.weights[0] = 0;
  out.weights[1] = 0;
  out.weights[2] = 0;
  out.weights[i] = 1 - s;
  out.weights[j] = s;
  out.delta[0] = onSegment.delta[0]!;
  out.delta[1] = onSegment.delta[1]!;
  out.delta[2] = onSegment.delta[2]!;
}

/**
 * Closest points of segments a0–a1 and b0–b1; for parallel segments, one of the nearest pairs. The closest points of
 * both lines decide. Within the segments, they are the result. Outside, the result is at an end that they passed. They
 * come from cross products, which stay exact for far smaller angles than the usual a·c − b² (Eberly, Robust Computation
 * of Distance Between Line Segments, 2018, describes its problem). For segments that are parallel within rounding, or
 * points, all four ends are searched.
 */
export function closestOfSegments(
  points: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  out: ClosestPoints,
): void {
  const ux = points[a1]! - points[a0]!;
  const uy = points[a1 + 1]! - points[a0 + 1]!;
  const uz = points[a1 + 2]! - points[a0 + 2]!;
  const vx = points[b1]! - points[b0]!;
  const vy = points[b1 + 1]! - points[b0 + 1]!;
  const vz = points[b1 + 2]! - points[b0 + 2]!;
  const rx = points[a0]! - points[b0]!;
  const ry = points[a0 + 1]! - points[b0 + 1]!;
  const rz = points[a0 + 2]! - points[b0 + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  const sure = area > NARROW * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  let s = ((vy * rz - vz * ry) * nx + (vz * rx - vx * rz) * ny + (vx * ry - vy * rx) * nz) / area;
  let t = ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) / area;
  if (!sure) {
    const x = rx + s * ux - t * vx;
    const y = ry + s * uy - t * vy;
    const z = rz + s * uz - t * vz;
    s += tripleProduct(vx, vy, vz, x, y, z, nx, ny, nz) / area;
    t += tripleProduct(ux, uy, uz, x, y, z, nx, ny, nz) / area;
  }
  const { weights, delta } = out;
  out.shortestSquared = Infinity;
  if (area > 0 && s >= 0 && s <= 1 && t >= 0 && t <= 1) {
    weights[0] = 1 - s;
    weights[1] = s;
    weights[2] = 1 - t;
    weights[3] = t;
    if (sure) {
      const k = (rx * nx + ry * ny + rz * nz) / area;
      delta[0] = k * nx;
      delta[1] = k * ny;
      delta[2] = k * nz;
      return;
    }
    delta[0] = rx + s * ux - t * vx;
    delta[1] = ry + s * uy - t * vy;
    delta[2] = rz + s * uz - t * vz;
    out.shortestSquared = delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2];
  }
  if (!(sure && s >= 0)) tryEndOfA(points, a0, 0, b0, b1, out);
  if (!(sure && s <= 1)) tryEndOfA(points, a1, 1, b0, b1, out);
  if (!(sure && t >= 0)) tryEndOfB(points, b0, 0, a0, a1, out);
  if (!(sure && t <= 1)) tryEndOfB(points, b1, 1, a0, a1, out);
}

/** Tests the closest point of b to an end of a, at parameter s of a; keeps it if it is the nearest so far. */
function tryEndOfA(
  points: Float64Array,
  end: number,
  s: number,
  b0: number,
  b1: number,
  out: ClosestPoints,
): void {
  closestOnSegment(points, end, b0, b1, onSegment);
  if (!(onSegment.squared < out.shortestSquared)) return;
  out.shortestSquared = onSegment.squared;
  const { weights, delta } = out;
  weights[0] = 1 - s;
  weights[1] = s;
  weights[2] = 1 - onSegment.share;
  weights[3] = onSegment.share;
  delta[0] = onSegment.delta[0]!;
  delta[1] = onSegment.delta[1]!;
  delta[2] = onSegment.delta[2]!;
}

/** Tests the closest point of a to an end of b, at parameter t of b; keeps it if it is the nearest so far. */
function tryEndOfB(
  points: Float64Array,
  end: number,
  t: number,
  a0: number,
  a1: number,
  out: ClosestPoints,
): void {
  closestOnSegment(points, end, a0, a1, onSegment);
  if (!(onSegment.squared < out.shortestSquared)) return;
  out.shortestSquared = onSegment.squared;
  const { weights, delta } = out;
  weights[0] = 1 - onSegment.share;
  weights[1] = onSegment.share;
  weights[2] = 1 - t;
  weights[3] = t;
  delta[0] = -onSegment.delta[0]!;
  delta[1] = -onSegment.delta[1]!;
  delta[2] = -onSegment.delta[2]!;
}

/** Finds the closest point of a segment to a point. A segment without length is its start. */
function closestOnSegment(
  points: Float64Array,
  p: number,
  start: number,
  end: number,
  out: SegmentPoint,
): void {
  const dx = points[end]! - points[start]!;
  const dy = points[end + 1]! - points[start + 1]!;
  const dz = points[end + 2]! - points[start + 2]!;
  let x = points[p]! - points[start]!;
  let y = points[p + 1]! - points[start + 1]!;
  let z = points[p + 2]! - points[start + 2]!;
  const square = dx * dx + dy * dy + dz * dz;
  let s = 0;
  if (square > 0) {
    s = Math.min(1, Math.max(0, (x * dx + y * dy + z * dz) / square));
    x -= s * dx;
    y -= s * dy;
    z -= s * dz;
    if (s > 0 && s < 1) {
      // Once more: a short delta is the difference of large numbers, and must still be perpendicular to the segment.
      const more = (x * dx + y * dy + z * dz) / square;
      x -= more * dx;
      y -= more * dy;
      z -= more * dz;
      s = Math.min(1, Math.max(0, s + more));
    }
  }
  out.share = s;
  out.delta[0] = x;
  out.delta[1] = y;
  out.delta[2] = z;
  out.squared = x * x + y * y + z * z;
}

/** The triple product (a × b) · c. */
function tripleProduct(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return (ay * bz - az * by) * cx + (az * bx - ax * bz) * cy + (ax * by - ay * bx) * cz;
}
