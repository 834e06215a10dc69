import { type ClosestPoints, closestOfSegments, closestOnTriangle } from "./closest-points.js";
import { apartBetween, apartUntil } from "./separation.js";

/** Time of features that do not meet within the step. */
export const NEVER = 2;
/** A point and a triangle: point, a, b, c. */
export const POINT_TRIANGLE = 0;
/** Two segments: a0, a1, b0, b1. */
export const EDGE_EDGE = 1;

/** The features of a pair: four points in the order given above. */
export type PairKind = typeof POINT_TRIANGLE | typeof EDGE_EDGE;

/** Rounding error of a distance, as a fraction of the largest coordinate: 64 units in the last place. */
const ROUNDING = 64 / 4503599627370496;

/**
 * Steps after which a pair counts as met, so that a rotating line of a million kilometers takes no longer than others.
 * Real pairs need a few steps, the worst hundreds.
 */
export const MAX_STEPS = 128;

/** First stride with a rotating axis, as a fraction of the step: short, because most pairs are done before it. */
const FIRST_STRIDE = 1 / 64;

/** Two features at one time, relative to the start of the first point. */
class PairSnapshot {
  readonly points = new Float64Array(12);
  /** Unit vector along the shortest delta between them, and its length. */
  readonly axis = new Float64Array(3);
  distance = 0;

  copy(other: PairSnapshot): void {
    this.points.set(other.points);
    this.axis.set(other.axis);
    this.distance = other.distance;
  }
}

/**
 * Continuous collision detection for two features that move linearly within a step. It uses conservative advancement
 * (Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996): the features cannot meet before the gap
 * along the shortest delta is used up, so advance to that time and measure again. If that takes small steps, as beside
 * rotating features, an axis that rotates with them allows larger ones.
 */
export class TimeOfImpact {
  /** Smallest allowed distance. Set it before `find`. */
  separation = 0;
  /** Result of `find`, from 0 to 1, or NEVER. */
  time = NEVER;
  // Points relative to the start of the first one: at the start and at the end of the step.
  readonly #starts = new Float64Array(12);
  readonly #ends = new Float64Array(12);
  /** Largest absolute coordinate. */
  #maxCoordinate = 0;
  /** The features at the time reached, and at a trial time. */
  readonly #now = new PairSnapshot();
  readonly #ahead = new PairSnapshot();

  /**
   * Finds the first time in [0, 1] at which two features that move from `starts` to `ends` (12 numbers each, the four
   * points of the kind) are within the separation. `out` receives the closest points at that time. The result is
   * conservative: it misses nothing and is never late. It is a false positive, or early, only if they are within
   * separation + tolerance, or after MAX_STEPS steps. (A tolerance below the precision of the coordinates acts like
   * that precision.)
   *
   * @returns True if they meet.
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
    const rounding = ROUNDING * this.#maxCoordinate;
    const apart = this.separation + rounding;
    const near = this.separation + Math.max(tolerance / 2, 2 * rounding);
    let speed = 0;
    let time = 0;
    this.#evaluate(kind, 0, now, out);
    let { distance } = now;
    let stride = FIRST_STRIDE;
    for (let step = 0; step < MAX_STEPS; step++) {
      if (distance <= apart) break;
      let next = apartUntil(split, now.points, this.#ends, now.axis, time, apart);
      if (next >= 1) return false;
      if (distance <= near) break;
      // Computed only now, because most pairs return before.
      if (speed === 0) speed = this.#fastestApproach(split);
      // The axis is inexact if the features almost touch; their speed is not.
      next = Math.max(next, time + (distance - apart) / speed);
      const target = Math.min(1, time + stride);
      if (next < target) {
        this.#evaluate(kind, target, ahead, out);
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
      this.#evaluate(kind, time, now, out);
      distance = now.distance;
    }
    this.time = time;
    return true;
  }

  /** Computes the points at a time, and where the features are closest. */
  #evaluate(kind: PairKind, time: number, snapshot: PairSnapshot, out: ClosestPoints): void {
    const starts = this.#starts;
    const ends = this.#ends;
    const { points, axis } = snapshot;
    for (let i = 0; i < 12; i++) points[i] = starts[i]! + time * (ends[i]! - starts[i]!);
    if (kind === POINT_TRIANGLE) closestOnTriangle(points, 0, 3, 6, 9, out);
    else closestOfSegments(points, 0, 3, 6, 9, out);
    const { delta } = out;
    const distance = Math.sqrt(
      delta[0]! * delta[0]! + delta[1]! * delta[1]! + delta[2]! * delta[2]!,
    );
    snapshot.distance = distance;
    for (let k = 0; k < 3; k++) axis[k] = distance > 0 ? delta[k]! / distance : 0;
  }

  /** Stores the points relative to the first one, and the largest coordinate. */
  #shiftToOrigin(starts: Float64Array, ends: Float64Array): void {
    let maxCoordinate = 0;
    for (let k = 0; k < 3; k++) {
      const origin = starts[k]!;
      for (let i = k; i < 12; i += 3) {
        this.#starts[i] = starts[i]! - origin;
        this.#ends[i] = ends[i]! - origin;
        maxCoordinate = Math.max(maxCoordinate, Math.abs(starts[i]!), Math.abs(ends[i]!));
      }
    }
    this.#maxCoordinate = maxCoordinate;
  }

  /** Largest relative speed of two points of the features, in lengths per step. */
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
