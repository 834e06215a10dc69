/**
 * Proofs that two features stay apart while their four points move linearly. The first `split` points belong to one
 * feature, the rest to the other. An axis points from the second to the first. Both features are the convex hulls of
 * their points, so no distance is shorter than the smallest gap, along any direction, between a point of one and a
 * point of the other. The proofs hold for every axis: a bad axis proves less, but never something wrong.
 */

// Scratch: projections of the four points on an axis, at two times, for one or two axes.
const fromProjections = new Float64Array(4);
const toProjections = new Float64Array(4);
const fromOnToAxis = new Float64Array(4);
const toOnToAxis = new Float64Array(4);

/**
 * The time, from `time` to 1, until which all gaps along the axis stay above `gap`; at most 1. `time` or less if a gap
 * is too small now.
 *
 * @param now The points at `time`.
 * @param ends The points at 1.
 */
export function apartUntil(
  split: number,
  now: Float64Array,
  ends: Float64Array,
  axis: Float64Array,
  time: number,
  gap: number,
): number {
  project(now, axis, fromProjections);
  project(ends, axis, toProjections);
  let until = 1;
  for (let i = 0; i < split; i++) {
    for (let j = split; j < 4; j++) {
      const before = fromProjections[i]! - fromProjections[j]! - gap;
      const after = toProjections[i]! - toProjections[j]! - gap;
      if (after > 0 && before > 0) continue;
      const share = before > 0 ? before / (before - after) : 0;
      until = Math.min(until, time + share * (1 - time));
    }
  }
  return until;
}

/**
 * True if all gaps stay above `gap` between two times, along an axis that rotates from one to the other. The points and
 * the axis are linear in time, so each gap is a parabola, given by its three Bernstein coefficients. The axis lies
 * between two unit vectors and is never longer than 1, so no gap along it is longer than the distance. A fixed axis
 * loses accuracy in proportion to the rotation, this one in proportion to its square: features that rotate close to
 * each other need some dozens of these tests, and would need a million of the others.
 */
export function apartBetween(
  split: number,
  from: Float64Array,
  to: Float64Array,
  fromAxis: Float64Array,
  toAxis: Float64Array,
  gap: number,
): boolean {
  project(from, fromAxis, fromProjections);
  project(from, toAxis, fromOnToAxis);
  project(to, fromAxis, toProjections);
  project(to, toAxis, toOnToAxis);
  for (let i = 0; i < split; i++) {
    for (let j = split; j < 4; j++) {
      const first = fromProjections[i]! - fromProjections[j]! - gap;
      const last = toOnToAxis[i]! - toOnToAxis[j]! - gap;
      if (!(first > 0 && last > 0)) return false;
      const middle =
        (fromOnToAxis[i]! - fromOnToAxis[j]! + toProjections[i]! - toProjections[j]!) / 2 - gap;
      // A parabola that is above 0 at both ends touches 0 if its middle coefficient is as low as −√(first · last).
      if (!(middle > 0 || middle * middle < first * last)) return false;
    }
  }
  return true;
}

function project(points: Float64Array, axis: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 4; k++) {
    out[k] =
      points[3 * k]! * axis[0]! + points[3 * k + 1]! * axis[1]! + points[3 * k + 2]! * axis[2]!;
  }
}
