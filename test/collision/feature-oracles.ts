/**
 * Distances of features by independent methods: exactly with big integers, and quickly by testing every vertex, edge
 * and interior.
 */

const BITS = 100;
const MORE_BITS = 128n;

type Big = [bigint, bigint, bigint];

/** The four points as integers in units of 2⁻¹⁰⁰. */
function exactPoints(points: ArrayLike<number>): Big[] {
  const whole = (i: number) => BigInt(Math.trunc(points[i]! * 2 ** BITS));
  return [0, 3, 6, 9].map((i) => [whole(i), whole(i + 1), whole(i + 2)]);
}

const minus = (a: Big, b: Big): Big => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Big, b: Big): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** √(numerator / denominator), as a length. */
function root(numerator: bigint, denominator: bigint): number {
  const quotient = Number((numerator << MORE_BITS) / denominator);
  return Math.sqrt(quotient * 2 ** -Number(MORE_BITS)) * 2 ** -BITS;
}

function exactToSegment(p: Big, a: Big, b: Big): number {
  const [d, r] = [minus(b, a), minus(p, a)];
  const [dd, rd, rr] = [times(d, d), times(r, d), times(r, r)];
  if (rd <= 0n) return root(rr, 1n);
  if (rd >= dd) return root(times(minus(p, b), minus(p, b)), 1n);
  return root(rr * dd - rd * rd, dd);
}

/** Of the point at 0 and the triangle at 3, 6, 9. */
export function exactToTriangle(points: ArrayLike<number>): number {
  const [p, a, b, c] = exactPoints(points) as [Big, Big, Big, Big];
  const [u, v, r] = [minus(b, a), minus(c, a), minus(p, a)];
  const [uu, uv, vv] = [times(u, u), times(u, v), times(v, v)];
  const [ru, rv, rr] = [times(r, u), times(r, v), times(r, r)];
  const det = uu * vv - uv * uv;
  const [s, t] = [vv * ru - uv * rv, uu * rv - uv * ru];
  const inside = det > 0n && s >= 0n && t >= 0n && s + t <= det;
  return Math.min(
    exactToSegment(p, a, b),
    exactToSegment(p, b, c),
    exactToSegment(p, c, a),
    inside ? root(rr * det - s * ru - t * rv, det) : Infinity,
  );
}

/** Of the segment at 0, 3 and the segment at 6, 9. */
export function exactOfSegments(points: ArrayLike<number>): number {
  const [a, b, c, d] = exactPoints(points) as [Big, Big, Big, Big];
  const [u, v, r] = [minus(b, a), minus(d, c), minus(a, c)];
  const [uu, uv, vv] = [times(u, u), times(u, v), times(v, v)];
  const [ru, rv, rr] = [times(r, u), times(r, v), times(r, r)];
  const det = uu * vv - uv * uv;
  const [s, t] = [uv * rv - vv * ru, uu * rv - uv * ru];
  const inside = det > 0n && s >= 0n && s <= det && t >= 0n && t <= det;
  return Math.min(
    exactToSegment(a, c, d),
    exactToSegment(b, c, d),
    exactToSegment(c, a, b),
    exactToSegment(d, a, b),
    inside ? root(rr * det + s * ru - t * rv, det) : Infinity,
  );
}

/** The exact distance of the features at a fraction of the motion from `starts` to `ends`. */
export function exactAt(
  kind: 0 | 1,
  starts: Float64Array,
  ends: Float64Array,
  time: number,
): number {
  goTo(starts, ends, time);
  return kind === 0 ? exactToTriangle(at) : exactOfSegments(at);
}

/** The same in doubles: faster, but too large for slivers by up to their height. */
function distanceAt(kind: 0 | 1, starts: Float64Array, ends: Float64Array, time: number): number {
  goTo(starts, ends, time);
  if (kind === 1) {
    return Math.min(
      toSegment(0, 6, 9),
      toSegment(3, 6, 9),
      toSegment(6, 0, 3),
      toSegment(9, 0, 3),
      betweenLines(),
    );
  }
  return Math.min(toSegment(0, 3, 6), toSegment(0, 6, 9), toSegment(0, 9, 3), toPlane());
}

const at = new Float64Array(12);

function goTo(starts: Float64Array, ends: Float64Array, time: number): void {
  for (let i = 0; i < 12; i++) at[i] = (1 - time) * starts[i]! + time * ends[i]!;
}

function product(a: number, b: number, c: number, d: number): number {
  return (
    (at[b]! - at[a]!) * (at[d]! - at[c]!) +
    (at[b + 1]! - at[a + 1]!) * (at[d + 1]! - at[c + 1]!) +
    (at[b + 2]! - at[a + 2]!) * (at[d + 2]! - at[c + 2]!)
  );
}

function toSegment(p: number, a: number, b: number): number {
  const s = Math.min(1, Math.max(0, product(a, p, a, b) / (product(a, b, a, b) || 1)));
  let square = 0;
  for (let k = 0; k < 3; k++) {
    square += (at[p + k]! - (1 - s) * at[a + k]! - s * at[b + k]!) ** 2;
  }
  return Math.sqrt(square);
}

/** From the point to the plane of the triangle, if its projection is inside. */
function toPlane(): number {
  const [uu, uv, vv] = [product(3, 6, 3, 6), product(3, 6, 3, 9), product(3, 9, 3, 9)];
  const [ru, rv] = [product(3, 0, 3, 6), product(3, 0, 3, 9)];
  const det = uu * vv - uv * uv;
  const [s, t] = [(vv * ru - uv * rv) / det, (uu * rv - uv * ru) / det];
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return Infinity;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    square += (at[k]! - (1 - s - t) * at[3 + k]! - s * at[6 + k]! - t * at[9 + k]!) ** 2;
  }
  return Math.sqrt(square);
}

/** Between the lines of both segments, if the closest points are inside them. */
function betweenLines(): number {
  const [uu, uv, vv] = [product(0, 3, 0, 3), product(0, 3, 6, 9), product(6, 9, 6, 9)];
  const [ru, rv] = [product(6, 0, 0, 3), product(6, 0, 6, 9)];
  const det = uu * vv - uv * uv;
  const [s, t] = [(uv * rv - vv * ru) / det, (uu * rv - uv * ru) / det];
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return Infinity;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const [onA, onB] = [(1 - s) * at[k]! + s * at[3 + k]!, (1 - t) * at[6 + k]! + t * at[9 + k]!];
    square += (onA - onB) ** 2;
  }
  return Math.sqrt(square);
}

/** The maximum relative displacement of a point of one feature and a point of the other. */
function relativeMotion(kind: 0 | 1, starts: Float64Array, ends: Float64Array): number {
  const split = kind === 0 ? 3 : 6;
  let max = 0;
  for (let i = 0; i < split; i += 3) {
    for (let j = split; j < 12; j += 3) {
      const move = [0, 1, 2].map(
        (k) => ends[i + k]! - starts[i + k]! - ends[j + k]! + starts[j + k]!,
      );
      max = Math.max(max, Math.hypot(...move));
    }
  }
  return max;
}

/**
 * A time before `until` at which the features are nearer than `limit`; "none" if it is proven that there is none, by
 * bisection until no motion could close the gap within a half; "unknown" if that takes too many evaluations.
 */
export function nearerBefore(
  kind: 0 | 1,
  starts: Float64Array,
  ends: Float64Array,
  until: number,
  limit: number,
  looks: number,
): number | "none" | "unknown" {
  const motion = relativeMotion(kind, starts, ends);
  // Breadth first, so that evaluations are spread over the whole time.
  let level = [0];
  for (let width = until; level.length > 0; width /= 2) {
    const narrower: number[] = [];
    for (const from of level) {
      if (looks-- === 0) return "unknown";
      const midpoint = from + width / 2;
      const distance = distanceAt(kind, starts, ends, midpoint);
      if (distance < limit) return midpoint;
      if (distance - (motion * width) / 2 <= limit) narrower.push(from, midpoint);
    }
    level = narrower;
  }
  return "none";
}
