import { type Closest, closestOfSegments, closestOnTriangle } from "./closest-points.js";
import { apartBetween, apartUntil } from "./separation.js";

/** Features that do not meet within the step. */
export const NEVER = 2;
/** A point and a triangle: point, a, b, c. */
export const POINT_TRIANGLE = 0;
/** Two segments: a0, a1, b0, b1. */
export const EDGE_EDGE = 1;

/** What the rounding of a distance may come to, in shares of the largest coordinate: 64 units of the last place. */
const ROUNDING = 64 / 4503599627370496;

/**
 * Steps after which a pair counts as met, so that a line of a million kilometres which turns takes no longer than others;
 * real pairs need a few steps, the worst hundreds.
 */
export const MOST_STEPS = 128;

/** The first try with an axis that turns goes this share of the step: short, for most pairs are done before it. */
const FIRST_STRIDE = 1 / 64;

// Points relative to the first one, at the start and the end of the step, at the time reached, and at a time tried.
const begin = new Float64Array(12);
const finish = new Float64Array(12);
const now = new Float64Array(12);
const ahead = new Float64Array(12);
// Unit vectors along the shortest way at the time reached and at the time tried.
const axis = new Float64Array(3);
const axisAhead = new Float64Array(3);
/** How far apart the features were when they were looked at: in an array, since a number that a call returns may go on the heap. */
const size = new Float64Array(1);
/** The largest coordinate of all. */
const largest = new Float64Array(1);

/**
 * The first time in [0, 1] at which two features that move linearly from `starts` to `ends` (12 numbers each, the four
 * points of the kind) are within `separations[0]` of each other; NEVER if they are not. At that time `out` tells where they
 * meet. Conservative: misses nothing and is never late; says so falsely, or early, only where they are within
 * separation + tolerance, or after MOST_STEPS steps. (A tolerance below what doubles can tell of such coordinates is as
 * good as that.)
 *
 * Conservative advancement (Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996): the features cannot
 * meet before the gap along the shortest way is used up, so go there and look again. Where that goes in small steps, as
 * beside spinning features, an axis that turns with them carries further.
 */
export function firstTime(
  kind: 0 | 1,
  starts: Float64Array,
  ends: Float64Array,
  separations: Float64Array,
  tolerance: number,
  out: Closest,
): number {
  const separation = separations[0]!;
  const split = kind === POINT_TRIANGLE ? 1 : 2;
  shiftToOrigin(starts, ends);
  const rounding = ROUNDING * largest[0]!;
  const apart = separation + rounding;
  const near = separation + Math.max(tolerance / 2, 2 * rounding);
  let speed = 0;
  let time = 0;
  look(kind, 0, now, axis, out);
  let distance = size[0]!;
  let stride = FIRST_STRIDE;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (distance <= apart) return time;
    let next = apartUntil(split, now, finish, axis, time, apart);
    if (next >= 1) return NEVER;
    if (distance <= near) return time;
    // Told only now, for most pairs are through.
    if (speed === 0) speed = fastestApproach(split);
    // The axis is blurred by rounding where the features all but touch; their speed is not.
    next = Math.max(next, time + (distance - apart) / speed);
    const target = Math.min(1, time + stride);
    if (next < target) {
      look(kind, target, ahead, axisAhead, out);
      distance = size[0]!;
      if (distance > apart && apartBetween(split, now, ahead, axis, axisAhead, apart)) {
        if (target === 1) return NEVER;
        now.set(ahead);
        axis.set(axisAhead);
        time = target;
        stride *= 2;
        continue;
      }
      stride /= 4;
    } else {
      stride *= 2;
    }
    if (next >= 1) return NEVER;
    if (!(next > time)) break;
    time = next;
    look(kind, time, now, axis, out);
    distance = size[0]!;
  }
  return time;
}

/** Looks at the features at a time: fills `points`, the unit vector along the shortest way, `out`, and `size` with its distance. */
function look(
  kind: 0 | 1,
  time: number,
  points: Float64Array,
  axis: Float64Array,
  out: Closest,
): void {
  for (let i = 0; i < 12; i++) points[i] = begin[i]! + time * (finish[i]! - begin[i]!);
  if (kind === POINT_TRIANGLE) closestOnTriangle(points, 0, 3, 6, 9, out);
  else closestOfSegments(points, 0, 3, 6, 9, out);
  const { way } = out;
  const distance = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!);
  size[0] = distance;
  for (let k = 0; k < 3; k++) axis[k] = distance > 0 ? out.way[k]! / distance : 0;
}

/** Fills `begin` and `finish`, as seen from the first point, and `largest`. */
function shiftToOrigin(starts: Float64Array, ends: Float64Array): void {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    const origin = starts[k]!;
    for (let i = k; i < 12; i += 3) {
      begin[i] = starts[i]! - origin;
      finish[i] = ends[i]! - origin;
      most = Math.max(most, Math.abs(starts[i]!), Math.abs(ends[i]!));
    }
  }
  largest[0] = most;
}

/** How fast any point of the one feature comes near any of the other at most, in lengths per step. */
function fastestApproach(split: number): number {
  let square = 0;
  for (let i = 0; i < 3 * split; i += 3) {
    for (let j = 3 * split; j < 12; j += 3) {
      const x = finish[i]! - begin[i]! - finish[j]! + begin[j]!;
      const y = finish[i + 1]! - begin[i + 1]! - finish[j + 1]! + begin[j + 1]!;
      const z = finish[i + 2]! - begin[i + 2]! - finish[j + 2]! + begin[j + 2]!;
      square = Math.max(square, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(square);
}
