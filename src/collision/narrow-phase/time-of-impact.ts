import { type ClosestPoints, closestOfSegments, closestOnTriangle } from "./closest-points.js";
import { apartBetween, apartUntil } from "./separation.js";

/** Features that do not meet within the step. */
export const NEVER = 2;
/** A point and a triangle: point, a, b, c. */
export const POINT_TRIANGLE = 0;
/** Two segments: a0, a1, b0, b1. */
export const EDGE_EDGE = 1;

export type PairKind = typeof POINT_TRIANGLE | typeof EDGE_EDGE;

/** What the rounding of a distance may come to, in shares of the largest coordinate: 64 units of the last place. */
const ROUNDING = 64 / 4503599627370496;

/**
 * Steps after which a pair counts as met, so that a line of a million kilometres which turns takes no longer than others;
 * real pairs need a few steps, the worst hundreds.
 */
export const MAX_STEPS = 128;

/** The first try with an axis that turns goes this share of the step: short, for most pairs are done before it. */
const FIRST_STRIDE = 1 / 64;

/** Two features at one time, as seen from where the first point starts. */
class Moment {
  readonly points = new Float64Array(12);
  /** Unit vector along the shortest delta between them, and how long that is. */
  readonly axis = new Float64Array(3);
  distance = 0;

  copy(other: Moment): void {
    this.points.set(other.points);
    this.axis.set(other.axis);
    this.distance = other.distance;
  }
}

/**
 * Continuous collision detection for two features that move linearly within a step. Conservative advancement (Mirtich,
 * Impulse-based Dynamic Simulation of Rigid Body Systems, 1996): the features cannot meet before the gap along the shortest
 * way is used up, so go there and look again. Where that goes in small steps, as beside spinning features, an axis that turns
 * with them carries further.
 */
export class TimeOfImpact {
  /** How near the features may come: set it before `find`. */
  separation = 0;
  /** What `find` has found, from 0 to 1, or NEVER. */
  time = NEVER;
  // Points as seen from where the first one starts: at the start and the end of the step.
  readonly #starts = new Float64Array(12);
  readonly #ends = new Float64Array(12);
  /** The largest coordinate of all. */
  #largest = 0;
  /** The features at the time reached, and at a time tried. */
  readonly #now = new Moment();
  readonly #ahead = new Moment();

  /**
   * Finds the first time in [0, 1] at which two features that move from `starts` to `ends` (12 numbers each, the four points
   * of the kind) are within the separation. At that time `out` tells where they meet. Conservative: misses nothing and is
   * never late; says so falsely, or early, only where they are within separation + tolerance, or after MAX_STEPS steps. (A
   * tolerance below what doubles can tell of such coordinates is as good as that.)
   *
   * @returns Whether they meet.
   */
  find(
    kind: PairKind,
    starts: Float64Array,
    ends: Float64Array,
    tolerance: number,
    out: ClosestPoints,
  ): boolean {
    this.#shiftToOrigin(starts, ends);
    this.time = NEVER;
    const now = this.#now;
    const ahead = this.#ahead;
    const split = kind === POINT_TRIANGLE ? 1 : 2;
    const rounding = ROUNDING * this.#largest;
    const apart = this.separation + rounding;
    const near = this.separation + Math.max(tolerance / 2, 2 * rounding);
    let speed = 0;
    let time = 0;
    this.#look(kind, 0, now, out);
    let { distance } = now;
    let stride = FIRST_STRIDE;
    for (let step = 0; step < MAX_STEPS; step++) {
      if (distance <= apart) break;
      let next = apartUntil(split, now.points, this.#ends, now.axis, time, apart);
      if (next >= 1) return false;
      if (distance <= near) break;
      // Told only now, for most pairs are through.
      if (speed === 0) speed = this.#fastestApproach(split);
      // The axis is blurred by rounding where the features all but touch; their speed is not.
      next = Math.max(next, time + (distance - apart) / speed);
      const target = Math.min(1, time + stride);
      if (next < target) {
        this.#look(kind, target, ahead, out);
        distance = ahead.distance;
        if (
          distance > apart &&
          apartBetween(split, now.points, ahead.points, now.axis, ahead.axis, apart)
        ) {
          if (target === 1) return false;
          now.copy(ahead);
          time = target;
          stride *= 2;
          continue;
        }
        stride /= 4;
      } else {
        stride *= 2;
      }
      if (next >= 1) return false;
      if (!(next > time)) break;
      time = next;
      this.#look(kind, time, now, out);
      distance = now.distance;
    }
    this.time = time;
    return true;
  }

  /** Looks where the features are at a time, and where they are closest. */
  #look(kind: PairKind, time: number, moment: Moment, out: ClosestPoints): void {
    const starts = this.#starts;
    const ends = this.#ends;
    const { points, axis } = moment;
    for (let i = 0; i < 12; i++) points[i] = starts[i]! + time * (ends[i]! - starts[i]!);
    if (kind === POINT_TRIANGLE) closestOnTriangle(points, 0, 3, 6, 9, out);
    else closestOfSegments(points, 0, 3, 6, 9, out);
    const { delta } = out;
    const distance = Math.sqrt(
      delta[0]! * delta[0]! + delta[1]! * delta[1]! + delta[2]! * delta[2]!,
    );
    moment.distance = distance;
    for (let k = 0; k < 3; k++) axis[k] = distance > 0 ? delta[k]! / distance : 0;
  }

  /** Takes the points as seen from the first one, and the largest coordinate. */
  #shiftToOrigin(starts: Float64Array, ends: Float64Array): void {
    let most = 0;
    for (let k = 0; k < 3; k++) {
      const origin = starts[k]!;
      for (let i = k; i < 12; i += 3) {
        this.#starts[i] = starts[i]! - origin;
        this.#ends[i] = ends[i]! - origin;
        most = Math.max(most, Math.abs(starts[i]!), Math.abs(ends[i]!));
      }
    }
    this.#largest = most;
  }

  /** How fast any point of the one feature comes near any of the other at most, in lengths per step. */
  #fastestApproach(split: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    let square = 0;
    for (let i = 0; i < 3 * split; i += 3) {
      for (let j = 3 * split; j < 12; j += 3) {
        const x = ends[i]! - starts[i]! - ends[j]! + starts[j]!;
        const y = ends[i + 1]! - starts[i + 1]! - ends[j + 1]! + starts[j + 1]!;
        const z = ends[i + 2]! - starts[i + 2]! - ends[j + 2]! + starts[j + 2]!;
        square = Math.max(square, x * x + y * y + z * z);
      }
    }
    return Math.sqrt(square);
  }
}
