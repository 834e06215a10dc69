/**
 * Proofs that two features stay apart while their four points move linearly. The first `split` points are those of one
 * feature, the rest those of the other; an axis points from the second to the first. Both features are the hulls of
 * their points, so that no distance is shorter than the least gap, along any direction, between a point of the one and a
 * point of the other. The proofs hold for every axis, near the shortest way or not: a poor one proves less, never wrong.
 */

// Scratch: how far each of the four points is along an axis, at the one time and at the other, along the one axis or the other.
const here = new Float64Array(4);
const there = new Float64Array(4);
const hereTurned = new Float64Array(4);
const thereTurned = new Float64Array(4);

/**
 * Until when, of `time` to 1, all gaps along the axis stay above `gap`: 1 at most, `time` or less if one is not even now.
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
  project(now, axis, here);
  project(ends, axis, there);
  let until = 1;
  for (let i = 0; i < split; i++) {
    for (let j = split; j < 4; j++) {
      const before = here[i]! - here[j]! - gap;
      const after = there[i]! - there[j]! - gap;
      if (after > 0 && before > 0) continue;
      const share = before > 0 ? before / (before - after) : 0;
      until = Math.min(until, time + share * (1 - time));
    }
  }
  return until;
}

/**
 * Whether all gaps stay above `gap` between two times, along an axis that turns from the one to the other. Both the
 * points and the axis are linear in time, so each gap is a parabola, told by its three Bernstein coefficients; and the
 * axis, between two unit vectors, is never longer than 1, so that no gap along it is longer than the distance. What a
 * fixed axis loses in proportion to the turn, this loses with its square: features that spin close by each other need
 * some dozens of these, and would need a million of the others.
 */
export function apartBetween(
  split: number,
  from: Float64Array,
  to: Float64Array,
  fromAxis: Float64Array,
  toAxis: Float64Array,
  gap: number,
): boolean {
  project(from, fromAxis, here);
  project(from, toAxis, hereTurned);
  project(to, fromAxis, there);
  project(to, toAxis, thereTurned);
  for (let i = 0; i < split; i++) {
    for (let j = split; j < 4; j++) {
      const first = here[i]! - here[j]! - gap;
      const last = thereTurned[i]! - thereTurned[j]! - gap;
      if (!(first > 0 && last > 0)) return false;
      const middle = (hereTurned[i]! - hereTurned[j]! + there[i]! - there[j]!) / 2 - gap;
      // A parabola that is above 0 at both ends dips to it if its middle coefficient is as low as −√(first · last).
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
